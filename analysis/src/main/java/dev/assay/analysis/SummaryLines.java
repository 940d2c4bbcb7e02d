package dev.assay.analysis;

import dev.assay.analysis.bottleneck.BottleneckText;
import dev.assay.analysis.capacity.CapacityEstimate;
import dev.assay.analysis.quality.Quality;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Reading.Outcome;
import dev.assay.analysis.reading.Reading.Source;
import dev.assay.analysis.reading.Statistic;
import dev.assay.analysis.reading.Statistic.Unit;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.result.CapacityRecord;
import dev.assay.model.result.CapacityTrial;
import dev.assay.model.result.Delivery.SubscriptionDelivery;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Finding;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.spec.MessageSize;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes the values of a run for spreadsheets, scripts and cards, one row each, and the facts of each trial once. Every run has
 * the same columns in the same order; {@code docs/summary.schema.json} describes them. Unknown values are null, and so is an upper
 * end where there is none.
 */
public final class SummaryLines {
    /** Rises when a column or a fact is removed or changes its meaning; additions at the end leave it as it is. */
    public static final int VERSION = 3;

    public static final List<String> COLUMNS = List.of(
            "trial",
            "point",
            "block",
            "system",
            "verdict",
            "phase",
            "subscription",
            "statistic",
            "unit",
            "value",
            "low",
            "high",
            "n",
            "quality",
            "why");

    private static final Set<Statistic> ON_CARDS = Set.of(
            Statistic.ACHIEVED,
            Statistic.quantile(LatencyMetric.RESPONSE, 50),
            Statistic.quantile(LatencyMetric.RESPONSE, 99),
            Statistic.quantile(LatencyMetric.END_TO_END, 99));

    private static final double EXACT = 1L << 53;

    private SummaryLines() {}

    /** Returns all values of a run by column, trial by trial; those of searches are at the end. */
    public static List<Map<String, @Nullable Object>> rows(RunAnalysis run) {
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        run.trials().forEach(trial -> rows.addAll(rows(trial, trial.rows())));
        rows.addAll(ofSearches(run));
        CapacityEstimate.of(run.run().capacities())
                .forEach(point -> point.passRates().ifPresent(rates -> {
                    String system = system(run, point.searches().getFirst());
                    rows.add(row(rates.r50().ofSystem(system), null));
                    rows.add(row(rates.r90().ofSystem(system), null));
                }));
        return rows;
    }

    private static List<Map<String, @Nullable Object>> rows(TrialAnalysis trial, List<Reading> of) {
        String verdict = trial.verdict().grade().name();
        return of.stream().map(row -> row(row, verdict)).toList();
    }

    private static List<Map<String, @Nullable Object>> ofSearches(RunAnalysis run) {
        return run.run().capacities().stream()
                .map(search -> row(Reading.of(search).ofSystem(system(run, search)), null))
                .toList();
    }

    /**
     * Returns the rows of a card: the values that stand for each phase of all trials but steps of a search, one row without a value
     * for each failed trial, and the values of searches.
     */
    public static List<Map<String, @Nullable Object>> ofCard(RunAnalysis run) {
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        Set<String> steps = run.run().capacities().stream()
                .flatMap(search -> search.trials().stream())
                .map(CapacityTrial::folder)
                .collect(Collectors.toSet());
        for (TrialAnalysis trial : run.trials()) {
            if (!steps.contains(trial.trial().folder())) {
                List<Reading> readings = ofCard(trial);
                Source nothing = Source.of(trial.trial(), "", "", Statistic.ACHIEVED);
                if (readings.isEmpty()) {
                    readings.add(Reading.without(nothing, Outcome.LEFT_OUT, "no such statistic"));
                }
                rows.addAll(rows(trial, readings));
            }
        }
        run.missing().stream()
                .filter(trial -> trial.failed() && !steps.contains(trial.folder()))
                .forEach(trial -> rows.add(row(Reading.of(trial, Statistic.ACHIEVED), null)));
        rows.addAll(ofSearches(run));
        return rows;
    }

    private static List<Reading> ofCard(TrialAnalysis trial) {
        List<Reading> rows = new ArrayList<>();
        for (PhaseAnalysis phase : trial.measured()) {
            for (Reading row : phase.rows()) {
                if (ON_CARDS.contains(row.statistic())
                        && phase.headline(row.statistic()).filter(row::equals).isPresent()) {
                    rows.add(row);
                }
            }
        }
        return rows;
    }

    /**
     * Reads a line by the names of its columns. Since anyone can edit a file, a value that is not positive, or has no samples, does
     * not count, and an end that is not finite is dropped. In cards converted from former formats the number of samples is empty.
     *
     * @throws IllegalArgumentException when a field holds something impossible
     */
    public static Reading reading(Map<String, String> line) {
        double value = number(line, "value", Double.NaN);
        long n = (long) number(line, "n", 0);
        boolean possible = value > 0 && (n > 0 || field(line, "n").isEmpty());
        String why = field(line, "why").isEmpty() && !possible ? "no value" : field(line, "why");
        Outcome outcome = switch (why) {
            case "" -> Outcome.VALUE;
            case Reading.BELOW_RANGE -> Outcome.FAILED;
            case Reading.NOT_ENDED -> Outcome.NOT_RUN;
            default -> field(line, "verdict").equals(Grade.INVALID.name()) ? Outcome.INVALID : Outcome.LEFT_OUT;
        };
        return new Reading(
                new Source(
                        field(line, "trial"),
                        field(line, "point"),
                        (int) number(line, "block", 0),
                        field(line, "system"),
                        field(line, "phase"),
                        field(line, "subscription"),
                        Statistic.of(field(line, "statistic"), Unit.ofSymbol(field(line, "unit")))),
                value,
                possible ? Math.min(value, Math.max(0, number(line, "low", 0))) : number(line, "low", Double.NaN),
                possible
                        ? Math.max(value, number(line, "high", Double.POSITIVE_INFINITY))
                        : number(line, "high", outcome == Outcome.FAILED ? Double.POSITIVE_INFINITY : Double.NaN),
                n,
                Quality.clear(),
                outcome,
                true,
                why);
    }

    private static String field(Map<String, String> line, String column) {
        return line.getOrDefault(column, "");
    }

    private static double number(Map<String, String> line, String column, double unknown) {
        String text = field(line, column);
        try {
            double number = text.isEmpty() ? unknown : Double.parseDouble(text);
            return Double.isFinite(number) ? number : unknown;
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("%s must be a number, but is '%s'".formatted(column, text), e);
        }
    }

    /** Returns the system that a search measured, as its trials name it; empty where none of them has a result. */
    private static String system(RunAnalysis run, CapacityRecord search) {
        for (TrialAnalysis trial : run.trials()) {
            if (has(search, trial)) {
                return trial.trial().system().system();
            }
        }
        return "";
    }

    private static boolean has(CapacityRecord search, TrialAnalysis trial) {
        return search.trials().stream()
                .map(CapacityTrial::folder)
                .anyMatch(trial.trial().folder()::equals);
    }

    private static Map<String, @Nullable Object> row(Reading row, @Nullable String verdict) {
        Reading.Source source = row.source();
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("trial", source.trial());
        line.put("point", source.point());
        line.put("block", source.block());
        line.put("system", source.system().isEmpty() ? null : source.system());
        line.put("verdict", verdict);
        line.put("phase", source.phase());
        line.put("subscription", source.subscription());
        line.put("statistic", row.statistic().name());
        line.put("unit", row.statistic().unit().symbol());
        line.put("value", number(row.value()));
        line.put("low", number(row.low()));
        line.put("high", number(row.high()));
        line.put("n", row.n());
        line.put("quality", row.quality().tags());
        line.put("why", row.why());
        return line;
    }

    /** Returns an integral value as a whole number, and null for one that is not finite. */
    private static @Nullable Number number(double value) {
        if (!Double.isFinite(value)) {
            return null;
        }
        return value == Math.rint(value) && Math.abs(value) < EXACT ? (Number) (long) value : (Number) value;
    }

    public static List<Map<String, @Nullable Object>> trials(RunAnalysis run) {
        List<Map<String, @Nullable Object>> trials = new ArrayList<>();
        for (TrialAnalysis trial : run.trials()) {
            Map<String, @Nullable Object> facts = facts(trial);
            facts.put(
                    "search",
                    run.run().capacities().stream()
                            .filter(search -> has(search, trial))
                            .map(CapacityRecord::label)
                            .findFirst()
                            .orElse(null));
            facts.put(
                    "phases",
                    trial.measured().stream().map(phase -> facts(trial, phase)).toList());
            trials.add(facts);
        }
        return trials;
    }

    private static Map<String, @Nullable Object> facts(TrialAnalysis analysis) {
        TrialRecord trial = analysis.trial();
        Map<String, @Nullable Object> facts = new LinkedHashMap<>();
        facts.put("trial", trial.folder());
        facts.put("point", trial.identity().label());
        facts.put("block", trial.identity().repetition());
        facts.put("dimensions", trial.identity().dimensions());
        facts.put("system", trial.system().system());
        facts.put("server_version", trial.system().serverVersion());
        facts.put("client", trial.system().client());
        facts.put("deployment", trial.system().deployment());
        facts.put("nodes", trial.system().nodes());
        facts.put("durability", trial.durability().label());
        facts.put("durability_asked", trial.durability().asked().toString());
        facts.put("durability_reasons", String.join("; ", trial.durability().reasons()));
        facts.put("verdict", analysis.verdict().grade().name());
        facts.put("reasons", codes(analysis.verdict().reasons().stream().map(Verdict.Reason::code)));
        facts.put("rules", analysis.verdict().rules());
        facts.put("verdict_at_the_time", trial.verdict().grade().name());
        facts.put("rules_at_the_time", trial.verdict().rules());
        facts.put("offered_per_s", trial.plan().offeredPerSecond());
        facts.put("message_bytes", messageBytes(trial));
        facts.put("lost", sum(trial, SubscriptionDelivery::lost));
        facts.put("undelivered", sum(trial, SubscriptionDelivery::undelivered));
        facts.put("not_known", sum(trial, SubscriptionDelivery::notKnown));
        return facts;
    }

    private static Map<String, @Nullable Object> facts(TrialAnalysis trial, PhaseAnalysis phase) {
        Map<String, @Nullable Object> facts = new LinkedHashMap<>();
        Verdict verdict = trial.verdict().ofPhase(phase.phase().name());
        facts.put("phase", phase.phase().name());
        facts.put("verdict", verdict.grade().name());
        facts.put("findings", codes(verdict.findings().stream().map(Finding::code)));
        facts.put("limit", phase.limits().map(BottleneckText::resources).orElse(null));
        facts.put(
                "limit_evidence",
                phase.limits()
                        .map(limits -> String.join("; ", BottleneckText.evidence(limits)))
                        .orElse(null));
        Map<String, String> slowest = new LinkedHashMap<>();
        for (LatencyMetric metric : phase.metrics()) {
            phase.slowest(metric).ifPresent(group -> slowest.put(metric.tag(), group.name()));
        }
        facts.put("slowest", slowest);
        return facts;
    }

    /** Returns the fixed size, or the exact mean where sizes differ, which need not be a whole number. */
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
