package dev.assay.analysis;

import dev.assay.analysis.bottleneck.BottleneckText;
import dev.assay.analysis.reading.Reading;
import dev.assay.model.result.CapacityTrial;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Finding;
import dev.assay.model.spec.MessageSize;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The values of a run for spreadsheets and scripts: a line each, beside what tells its trial from others. Every run has the same columns in the
 * same order; {@code docs/summary.schema.json} describes them. What is not known is null, and so is an upper end where there is none.
 */
public final class SummaryLines {
    /** Rises when a column goes or means something else; columns may be added at the end without. */
    public static final int VERSION = 3;

    /** The names of the columns. */
    public static final List<String> COLUMNS = List.of(
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
            "undelivered",
            "not_known",
            "point",
            "phase",
            "phase_verdict",
            "findings",
            "limit",
            "limit_evidence",
            "subscription",
            "slowest",
            "statistic",
            "unit",
            "value",
            "low",
            "high",
            "n",
            "quality",
            "why");

    private static final double EXACT = 1L << 53;

    private SummaryLines() {}

    /** All lines of a run, trial by trial; one without a value for a trial that has none; those of searches at the end. */
    public static List<Map<String, @Nullable Object>> of(RunAnalysis run) {
        List<Map<String, @Nullable Object>> lines = new ArrayList<>();
        run.trials().forEach(trial -> lines.addAll(of(trial)));
        run.run().capacities().forEach(search -> {
            Map<String, @Nullable Object> line = none();
            search.trials().stream()
                    .map(CapacityTrial::folder)
                    .flatMap(folder -> run.trials().stream()
                            .map(TrialAnalysis::trial)
                            .filter(trial -> trial.folder().equals(folder)))
                    .findFirst()
                    .ifPresent(trial -> putSystem(trial, line));
            put(Reading.of(search), line);
            lines.add(line);
        });
        return lines;
    }

    private static List<Map<String, @Nullable Object>> of(TrialAnalysis trial) {
        List<Map<String, @Nullable Object>> lines = new ArrayList<>();
        Map<String, @Nullable Object> ofTrial = ofTrial(trial);
        for (PhaseAnalysis phase : trial.measured()) {
            Map<String, @Nullable Object> ofPhase = ofPhase(trial, phase, ofTrial);
            Predicate<Reading> headlines = phase.headlines();
            for (Reading row : phase.rows()) {
                boolean own = !row.source().subscription().isEmpty();
                // Of a subscription that is the only one, the latencies are those of all of them.
                if (!own || row.statistic().metric().isEmpty() || phase.tellsGroupsApart()) {
                    lines.add(line(ofPhase, row, own && headlines.test(row)));
                }
            }
        }
        trial.catchUpRows().forEach(row -> lines.add(line(ofTrial, row, false)));
        return lines.isEmpty() ? List.of(ofTrial) : lines;
    }

    private static Map<String, @Nullable Object> ofPhase(
            TrialAnalysis trial, PhaseAnalysis phase, Map<String, @Nullable Object> ofTrial) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>(ofTrial);
        Verdict verdict = trial.verdict().ofPhase(phase.phase().name());
        line.put("phase_verdict", verdict.grade().name());
        line.put("findings", codes(verdict.findings().stream().map(Finding::code)));
        phase.limits().ifPresent(limits -> {
            line.put("limit", BottleneckText.resources(limits));
            line.put("limit_evidence", String.join("; ", BottleneckText.evidence(limits)));
        });
        return line;
    }

    private static Map<String, @Nullable Object> line(Map<String, @Nullable Object> of, Reading row, boolean slowest) {
        Map<String, @Nullable Object> line = new LinkedHashMap<>(of);
        put(row, line);
        line.put("slowest", slowest);
        return line;
    }

    private static Map<String, @Nullable Object> none() {
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        COLUMNS.forEach(column -> line.put(column, null));
        return line;
    }

    private static void put(Reading row, Map<String, @Nullable Object> line) {
        line.put("repetition", row.source().block());
        line.put("point", row.source().point());
        line.put("phase", row.source().phase());
        line.put("subscription", row.source().subscription());
        line.put("statistic", row.statistic().name());
        line.put("unit", row.statistic().unit().symbol());
        line.put("value", number(row.value()));
        line.put("low", number(row.low()));
        line.put("high", number(row.high()));
        line.put("n", row.n());
        line.put("quality", row.quality().tags());
        line.put("why", row.why());
    }

    /** Whole as far as it is. */
    private static @Nullable Number number(double value) {
        if (!Double.isFinite(value)) {
            return null;
        }
        return value == Math.rint(value) && Math.abs(value) < EXACT ? (Number) (long) value : (Number) value;
    }

    private static Map<String, @Nullable Object> ofTrial(TrialAnalysis analysis) {
        TrialRecord trial = analysis.trial();
        Map<String, @Nullable Object> line = none();
        line.put("trial", trial.folder());
        line.put("repetition", trial.identity().repetition());
        line.put("point", trial.identity().label());
        putSystem(trial, line);
        line.put("verdict", analysis.verdict().grade().name());
        line.put("reasons", codes(analysis.verdict().reasons().stream().map(Verdict.Reason::code)));
        line.put("rules", analysis.verdict().rules());
        line.put("verdict_at_the_time", trial.verdict().grade().name());
        line.put("rules_at_the_time", trial.verdict().rules());
        line.put("offered_per_s", trial.plan().offeredPerSecond());
        line.put("lost", sum(trial, SubscriptionDelivery::lost));
        line.put("undelivered", sum(trial, SubscriptionDelivery::undelivered));
        line.put("not_known", sum(trial, SubscriptionDelivery::notKnown));
        return line;
    }

    private static void putSystem(TrialRecord trial, Map<String, @Nullable Object> line) {
        line.put("system", trial.system().system());
        line.put("server_version", trial.system().serverVersion());
        line.put("client", trial.system().client());
        line.put("deployment", trial.system().deployment());
        line.put("nodes", trial.system().nodes());
        line.put("durability", trial.durability().label());
        line.put("durability_asked", trial.durability().asked().toString());
        line.put("durability_reasons", String.join("; ", trial.durability().reasons()));
        line.put("message_bytes", messageBytes(trial));
    }

    /** The exact mean where sizes differ, which need not be a whole number. */
    private static Number messageBytes(TrialRecord trial) {
        MessageSize sizes = trial.plan().workload().message().size();
        if (sizes.isFixed()) {
            return trial.plan().messageBytes();
        }
        return sizes.meanBytes();
    }

    private static String codes(Stream<String> codes) {
        return codes.distinct().collect(Collectors.joining(" "));
    }

    private static long sum(TrialRecord trial, ToLongFunction<SubscriptionDelivery> count) {
        return trial.delivery().subscriptions().stream().mapToLong(count).sum();
    }
}
