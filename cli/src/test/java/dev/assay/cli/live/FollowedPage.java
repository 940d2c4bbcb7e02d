package dev.assay.cli.live;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A page that follows a run, and keeps what it is sent as the page's script does. */
final class FollowedPage {
    private final LiveRun run;
    /** The values of each line by its chart, its name and its detail; the times by {@code seconds}. */
    private final Map<String, List<JsonNode>> lines = new LinkedHashMap<>();

    private LiveCursor seen = LiveCursor.START;
    private int wholes;
    private JsonNode last = JsonMapper.shared().createObjectNode();

    FollowedPage(LiveRun run) {
        this.run = run;
    }

    /** Asks for what is new, and adds it. */
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

    /** All lines over time of charts. */
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

    /** What it was told last. */
    String text(String name) {
        return last.get(name).stringValue();
    }

    JsonNode last() {
        return last;
    }

    LiveCursor seen() {
        return seen;
    }

    /** How often it had to begin anew. */
    int wholes() {
        return wholes;
    }
}
