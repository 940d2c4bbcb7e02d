package dev.assay.report.chart;

import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** The figures behind a drawing that is made here, so that the page can offer them as CSV. */
final class TableJson {
    private TableJson() {}

    /** Its head and its rows of texts and numbers as JSON: an array of arrays. */
    static String of(List<String> head, List<List<Object>> rows) {
        return JsonMapper.shared()
                .writeValueAsString(
                        Stream.concat(Stream.of(head), rows.stream()).toList());
    }
}
