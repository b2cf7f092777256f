import type { SourcePatch } from "./goBuild.ts";

const ferretdbSource = "github.com/FerretDB/FerretDB/internal";

/** Commands that read documents: a few run at once, as each may decode all documents of a collection. */
const largeReads = "aggregate count distinct find getMore";
const maxLargeReads = 4;

/** Commands that only read. They take no lock. */
const reads =
  "aggregate buildInfo buildinfo count distinct endSessions explain find getMore getParameter hello isMaster ismaster killCursors " +
  "listCollections listDatabases listIndexes ping serverStatus whatsmyuri";

/** Go source: conditions in SQL that each row of the filter meets, and few others. FerretDB filters the rows again. */
const narrowing = `
func narrow(filter *types.Document) (string, []any) {
	var clauses []string
	var args []any
	for _, key := range filter.Keys() {
		value := must.NotFail(filter.Get(key))
		if bounds, ok := value.(*types.Document); ok && key == "_id" {
			boundIDs(bounds, &clauses, &args)
		}
		text, isString := value.(string)
		if !isString || strings.ContainsAny(key, "$.") {
			continue
		}
		// The stored JSON has no spaces, so a field and its string are one text. An array may contain the string.
		field := jsonOf(key) + ":"
		column := metadata.DefaultColumn
		clauses = append(clauses, "(instr("+column+", ?) > 0 OR instr("+column+", ?) > 0)")
		args = append(args, field+jsonOf(text), field+"[")
	}
	if len(clauses) == 0 {
		return "", nil
	}
	return " WHERE " + strings.Join(clauses, " AND "), args
}

var operators = map[string]string{"$lt": " < ?", "$gt": " > ?"}

func boundIDs(bounds *types.Document, clauses *[]string, args *[]any) {
	for _, key := range bounds.Keys() {
		switch value := must.NotFail(bounds.Get(key)).(type) {
		case string:
			if operator, ok := operators[key]; ok {
				*clauses = append(*clauses, metadata.IDColumn+operator)
				*args = append(*args, jsonOf(value))
			}
		case *types.Array:
			// SQLite takes 32,766 values in one statement.
			if key != "$in" || value.Len() == 0 || value.Len() > 10_000 {
				continue
			}
			*clauses = append(*clauses, metadata.IDColumn+" IN (?"+strings.Repeat(", ?", value.Len()-1)+")")
			for i := range value.Len() {
				*args = append(*args, jsonOf(must.NotFail(value.Get(i))))
			}
		}
	}
}

func jsonOf(value any) string {
	return string(must.NotFail(sjson.MarshalSingleValue(value)))
}
`;

/** Go source: a variable with a set of words. */
function goSet(name: string, words: string): string {
  return `var ${name} = map[string]bool{${words.replaceAll(/\w+/g, '"$&": true,')}}\n\n`;
}

/** Changes of FerretDB 1.24 with its SQLite backend. Raise the version of the artifact with each change. */
export const ferretPatches: SourcePatch[] = [
  // FerretDB looks up a document by _id only if the filter has no other field. Its SQL does not match its own index
  // in SQLite, so it reads and decodes every document of the collection. It filters the rows that it found, so a
  // narrower look-up is safe.
  {
    file: `${ferretdbSource}/backends/sqlite/collection.go`,
    from: "params.Filter.Len() == 1",
    to: "params.Filter.Len() > 0",
    occurrences: 2,
  },
  { file: `${ferretdbSource}/backends/sqlite/metadata/metadata.go`, from: "->'$._id'", to: "->'_id'", occurrences: 1 },
  // It decodes each document of the collection to compare the other fields. Most queries name an account by its id, so
  // a search for the strings in the stored JSON leaves few documents. Beside another account's 1,000 jobs, a query took
  // 449 ms without it and takes 27 ms. Bounds and lists of ids are looked up in the index.
  {
    file: `${ferretdbSource}/backends/sqlite/collection.go`,
    from: "\tq += whereClause\n",
    to: '\tif whereClause == "" {\n\t\twhereClause, args = narrow(params.Filter)\n\t}\n\tq += whereClause\n',
    occurrences: 1,
  },
  {
    file: `${ferretdbSource}/backends/sqlite/collection.go`,
    from: "\n// InsertAll implements",
    to: `${narrowing}\n// InsertAll implements`,
    occurrences: 1,
  },
  // It decodes and sorts all documents of an account to give one page of a list. SQLite reads them in the order of its
  // index, so FerretDB stops at the end of the page. Two ids sort like their JSON. The
  // characters of an id need no escape, and each sorts behind a quote.
  {
    file: `${ferretdbSource}/handler/msg_find.go`,
    from: 'if params.Sort.Keys()[0] != "$natural" {\n',
    to: 'if params.Sort.Keys()[0] == "_id" {\n\t\t\tqp.Sort = params.Sort\n\t\t\tbreak\n\t\t}\n\t\tif params.Sort.Keys()[0] != "$natural" {\n',
    occurrences: 1,
  },
  {
    file: `${ferretdbSource}/handler/msg_find.go`,
    from: "iter, err := common.SortIterator(iter, closer, params.Sort)\n",
    to: 'order := params.Sort\n\tif order.Len() == 1 && order.Keys()[0] == "_id" {\n\t\torder = nil\n\t}\n\titer, err := common.SortIterator(iter, closer, order)\n',
    occurrences: 1,
  },
  {
    file: `${ferretdbSource}/backends/collection.go`,
    from: "if params.Sort.Len() != 0 {\n",
    to: 'if params.Sort.Len() != 0 && params.Sort.Keys()[0] != "_id" {\n',
    occurrences: 2,
  },
  {
    file: `${ferretdbSource}/backends/sqlite/query.go`,
    from: '\tv := must.NotFail(sort.Get("$natural"))\n',
    to: '\tcolumns := map[string]string{"$natural": metadata.RecordIDColumn, "_id": metadata.IDColumn}\n\tkey := sort.Keys()[0]\n\tcolumn := columns[key]\n\tv := must.NotFail(sort.Get(key))\n',
    occurrences: 1,
  },
  {
    file: `${ferretdbSource}/backends/sqlite/query.go`,
    from: '" ORDER BY %s%s", metadata.RecordIDColumn,',
    to: '" ORDER BY %s%s", column,',
    occurrences: 1,
  },
  // Its SQLite backend reads, changes and writes a document in separate steps, so concurrent updates
  // are lost: 200 concurrent increments made 6. MongoDB updates one document atomically, and
  // every counter and lease relies on it. So one write runs at a time. Reads beyond a few would only use memory.
  {
    file: `${ferretdbSource}/clientconn/conn.go`,
    from: '\t"sync/atomic"\n',
    to: '\t"sync"\n\t"sync/atomic"\n',
    occurrences: 1,
  },
  {
    file: `${ferretdbSource}/clientconn/conn.go`,
    from: "\t\treturn cmd.Handler(connCtx, msg)\n",
    to: "\t\tif !reads[command] {\n\t\t\twrites.Lock()\n\t\t\tdefer writes.Unlock()\n\t\t} else if largeReads[command] {\n\t\t\tselect {\n\t\t\tcase readPlaces <- struct{}{}:\n\t\t\t\tdefer func() { <-readPlaces }()\n\t\t\tcase <-connCtx.Done():\n\t\t\t\treturn nil, connCtx.Err()\n\t\t\t}\n\t\t}\n\t\treturn cmd.Handler(connCtx, msg)\n",
    occurrences: 1,
  },
  {
    file: `${ferretdbSource}/clientconn/conn.go`,
    from: "\nfunc (c *conn) handleOpMsg(",
    to: `\nvar writes sync.Mutex\n\n${goSet("reads", reads)}${goSet("largeReads", largeReads)}var readPlaces = make(chan struct{}, ${maxLargeReads})\n\nfunc (c *conn) handleOpMsg(`,
    occurrences: 1,
  },
  // FerretDB records a stack trace for each of its objects to find leaks, which is slow.
  {
    file: `${ferretdbSource}/util/resource/resource.go`,
    from: "\tcheckArgs(obj, token)\n",
    to: "\tif token != nil {\n\t\treturn\n\t}\n",
    occurrences: 2,
  },
];
