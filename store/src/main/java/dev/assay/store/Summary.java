package dev.assay.store;

import dev.assay.model.display.SpreadsheetCell;
import dev.assay.model.display.VisibleText;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.JudgedTrial;
import dev.assay.model.result.LatencyRow;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Finding;
import dev.assay.model.spec.MessageSize;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The run's values for spreadsheets and scripts: one line a trial and metric, units in the column names. Every run has the same
 * columns in the same order; {@code docs/summary.schema.json} describes them.
 */
record Summary(String run, List<JudgedTrial> trials, List<LatencyRow> rows) {
    /** Rises when a column goes or means something else; columns may be added at the end without. */
    static final int VERSION = 2;

    private static final List<String> TRIAL_COLUMNS = List.of(
            "trial",
            "repetition",
            "system",
            "server_version",
            "client",
            "deployment",
            "nodes",
            "durability",
            "durability_asked",
            "durability_reasons",
            "verdict",
            "reasons",
            "rules",
            "verdict_at_the_time",
            "rules_at_the_time",
            "offered_per_s",
            "message_bytes",
            "lost",
            "undelivered");

    /** {@code summary.json}: the same lines as objects; what is not known is null. */
    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("format", RunDirectory.FORMAT);
        json.put("summary_version", VERSION);
        json.put("run", run);
        json.put("rows", lines());
        return json;
    }

    /** {@code summary.csv}, with fields quoted after RFC 4180 where needed; what is not known is empty. */
    byte[] csv() {
        StringBuilder text = new StringBuilder(String.join(",", columns())).append('\n');
        for (Map<String, Object> line : lines()) {
            text.append(line.values().stream().map(Summary::field).collect(Collectors.joining(",")))
                    .append('\n');
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static List<String> columns() {
        List<String> columns = new ArrayList<>(TRIAL_COLUMNS);
        columns.addAll(valueColumns());
        return columns;
    }

    private List<Map<String, Object>> lines() {
        List<Map<String, Object>> lines = new ArrayList<>();
        for (JudgedTrial trial : trials) {
            List<LatencyRow> own = rows.stream()
                    .filter(row -> row.trial().equals(trial.trial()))
                    .toList();
            own.forEach(row -> lines.add(line(trial, row)));
            if (own.isEmpty()) {
                Map<String, Object> line = trialFields(trial);
                valueColumns().forEach(column -> line.put(column, null));
                lines.add(line);
            }
        }
        return lines;
    }

    private static Map<String, Object> line(JudgedTrial trial, LatencyRow row) {
        Map<String, Object> line = trialFields(trial);
        Verdict ofPhase = trial.verdict().ofPhase(row.phase());
        line.put("phase", row.phase());
        line.put("phase_verdict", ofPhase.grade().name());
        line.put("findings", codes(ofPhase.findings().stream().map(Finding::code)));
        line.put("subscription", row.subscription());
        line.put("metric", row.metric().tag());
        line.put("n", row.samples());
        line.put("negatives", row.negatives());
        line.put("mean_ns", row.meanNanos());
        LatencyStatistic.PERCENTS.forEach(
                percent -> line.put(quantileColumn(percent), row.quantileNanos().get(percent)));
        line.put("max_ns", row.maxNanos());
        line.put("supported_percent", row.supportedPercent());
        line.put("censored", row.quality().censored());
        line.put("mean_marks", row.quality().mean());
        LatencyStatistic.PERCENTS.forEach(percent ->
                line.put(markColumn(percent), row.quality().quantiles().getOrDefault(percent, "")));
        line.put("max_marks", row.quality().max());
        line.put("slowest", row.slowest());
        Optional<JudgedTrial.PhaseBottleneck> limit = trial.limit(row.phase());
        line.put("limit", limit.map(JudgedTrial.PhaseBottleneck::resources).orElse(""));
        line.put(
                "limit_evidence",
                limit.map(JudgedTrial.PhaseBottleneck::evidence).orElse(""));
        line.put("achieved_per_s", trial.achievedPerSecond().get(row.phase()));
        line.put("not_known", sum(trial.trial(), SubscriptionDelivery::notKnown));
        return line;
    }

    private static List<String> valueColumns() {
        List<String> columns = new ArrayList<>(
                List.of("phase", "phase_verdict", "findings", "subscription", "metric", "n", "negatives", "mean_ns"));
        LatencyStatistic.PERCENTS.forEach(percent -> columns.add(quantileColumn(percent)));
        columns.addAll(List.of("max_ns", "supported_percent", "censored", "mean_marks"));
        LatencyStatistic.PERCENTS.forEach(percent -> columns.add(markColumn(percent)));
        columns.addAll(List.of("max_marks", "slowest", "limit", "limit_evidence", "achieved_per_s", "not_known"));
        return columns;
    }

    private static String markColumn(double percent) {
        return "p" + SeriesFile.field(percent) + "_marks";
    }

    private static String quantileColumn(double percent) {
        return "p" + SeriesFile.field(percent) + "_ns";
    }

    private static Map<String, Object> trialFields(JudgedTrial judged) {
        TrialRecord trial = judged.trial();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("trial", trial.folder());
        fields.put("repetition", trial.repetition());
        fields.put("system", trial.system().system());
        fields.put("server_version", trial.system().serverVersion());
        fields.put("client", trial.system().client());
        fields.put("deployment", trial.system().deployment());
        fields.put("nodes", trial.system().nodes());
        fields.put("durability", trial.durability().label());
        fields.put("durability_asked", trial.durability().asked().toString());
        fields.put("durability_reasons", String.join("; ", trial.durability().reasons()));
        fields.put("verdict", judged.verdict().grade().name());
        fields.put("reasons", codes(judged.verdict().reasons().stream().map(Verdict.Reason::code)));
        fields.put("rules", judged.verdict().rules());
        fields.put("verdict_at_the_time", trial.verdict().grade().name());
        fields.put("rules_at_the_time", trial.verdict().rules());
        fields.put("offered_per_s", trial.offeredPerSecond());
        fields.put("message_bytes", messageBytes(trial));
        fields.put("lost", sum(trial, SubscriptionDelivery::lost));
        fields.put("undelivered", sum(trial, SubscriptionDelivery::undelivered));
        return fields;
    }

    /** The exact mean where sizes differ, which need not be a whole number. */
    private static Number messageBytes(TrialRecord trial) {
        MessageSize sizes = trial.workload().message().size();
        if (sizes.isFixed()) {
            return trial.messageBytes();
        }
        return sizes.meanBytes();
    }

    private static String codes(Stream<String> codes) {
        return codes.distinct().collect(Collectors.joining(" "));
    }

    private static long sum(TrialRecord trial, ToLongFunction<SubscriptionDelivery> count) {
        return trial.delivery().subscriptions().stream().mapToLong(count).sum();
    }

    private static String field(@org.jspecify.annotations.Nullable Object value) {
        String text = switch (value) {
            case null -> "";
            case Double number -> SeriesFile.field(number);
            case Number number -> number.toString();
            default -> SpreadsheetCell.of(VisibleText.of(value.toString()));
        };
        return text.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
                ? '"' + text.replace("\"", "\"\"") + '"'
                : text;
    }
}
