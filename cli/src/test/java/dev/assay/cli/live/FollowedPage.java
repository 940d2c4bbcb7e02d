package dev.assay.cli.live;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Follows a run as a page does, and keeps what its script would keep. */
final class FollowedPage {
    private final LiveRun run;
    /** Holds the values of each line by its chart, its name and its detail; the times by {@code seconds}. */
    private final Map<String, List<JsonNode>> lines = new LinkedHashMap<>();

    private LiveCursor seen = LiveCursor.START;
    private int wholes;
    private JsonNode last = JsonMapper.shared().createObjectNode();

    FollowedPage(LiveRun run) {
        this.run = run;
    }

    FollowedPage ask() {
        last = JsonMapper.shared().readTree(run.since(seen));
        seen = LiveCursor.parse(text("next"));
        JsonNode charts = last.get("charts");
        if (charts.isNull()) {
            return this;
        }
        if (last.get("whole").booleanValue()) {
            wholes++;
            lines.clear();
        }
        add("seconds", charts.get("seriesTimes"));
        linesOf(charts).forEach(this::add);
        return this;
    }

    /** Returns all lines over time. */
    static Map<String, JsonNode> linesOf(JsonNode charts) {
        Map<String, JsonNode> found = new LinkedHashMap<>();
        charts.get("panels")
                .forEach(panel -> panel.get("lines")
                        .forEach(line -> found.put(
                                panel.get("id").stringValue() + "/"
                                        + line.get("name").stringValue() + "/"
                                        + line.get("detail").stringValue(),
                                line.get("values"))));
        return found;
    }

    private void add(String line, JsonNode values) {
        List<JsonNode> all = lines.computeIfAbsent(line, _ -> new ArrayList<>());
        values.forEach(all::add);
        int kept = last.get("keptSeconds").intValue();
        if (all.size() > kept) {
            all.subList(0, all.size() - kept).clear();
        }
    }

    Map<String, List<JsonNode>> lines() {
        return lines;
    }

    List<Double> values(String line) {
        return lines.getOrDefault(line, List.of()).stream()
                .map(value -> value.isNull() ? Double.NaN : value.doubleValue())
                .toList();
    }

    String text(String name) {
        return last.get(name).stringValue();
    }

    JsonNode last() {
        return last;
    }

    LiveCursor seen() {
        return seen;
    }

    /** Counts how often the page had to start again. */
    int wholes() {
        return wholes;
    }
}
