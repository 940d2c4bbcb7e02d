package dev.assay.report.text;

import dev.assay.analysis.comparison.ComparedStatistic;
import dev.assay.analysis.comparison.Comparison;
import dev.assay.analysis.comparison.Comparison.Pair;
import dev.assay.analysis.comparison.ComparisonRequest;
import dev.assay.analysis.comparison.Difference;
import dev.assay.analysis.comparison.RatioEstimate;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What comparisons say, in words: the same on the page, on the terminal and in files for others. */
public final class ComparisonText {
    private static final int MAX_NAMED = 3;

    private ComparisonText() {}

    /** What an interval is worth and what the words mean; said once beside all of them. */
    public static String note(Comparison comparison) {
        String matters = number(1 + comparison.threshold());
        long statistics = comparison.pairs().stream()
                .mapToLong(pair -> pair.statistics().size())
                .sum();
        return "Each ratio is candidate divided by baseline" + (comparison.interleaved() ? " within a block" : "")
                + ", with a 95 % interval: greater or less if the whole interval excludes 1 and the ratio is at"
                + " least "
                + matters
                + " or at most " + number(1 / (1 + comparison.threshold()))
                + ", inconclusive otherwise. n is the number of trials on each side. "
                + (statistics == 1
                        ? "One such interval in twenty is wrong by chance."
                        : "Of %d such intervals about one in twenty is wrong by chance.".formatted(statistics));
    }

    /** A pair and the level at which it was measured. */
    public static String title(Pair pair) {
        return pair.candidate() + " against " + pair.baseline()
                + (pair.condition().isEmpty() ? "" : ", " + pair.condition())
                + (pair.level().isEmpty() ? "" : ", " + pair.level());
    }

    /** What a pair amounts to, with its title. */
    public static String finding(Pair pair, double threshold) {
        return title(pair) + ": " + sentence(pair, threshold);
    }

    /** What a pair amounts to, in a sentence or two. */
    public static String sentence(Pair pair, double threshold) {
        if (pair.unequal().isPresent()) {
            return "not to be ranked, because their acknowledgements guarantee different things.";
        }
        List<String> parts = new ArrayList<>();
        List<ComparedStatistic> decided = pair.statistics().stream()
                .filter(compared -> compared.difference() != Difference.INCONCLUSIVE)
                .toList();
        decided.stream()
                .limit(MAX_NAMED)
                .forEach(compared -> parts.add(name(compared.statistic()) + " was "
                        + compared.estimate().map(ComparisonText::times).orElse("")));
        if (decided.size() > MAX_NAMED) {
            int more = decided.size() - MAX_NAMED;
            parts.add("and " + Formats.counted(more, "more value") + (more == 1 ? " differs" : " differ"));
        }
        named(pair, compared -> alike(compared, threshold))
                .ifPresent(names -> parts.add("equal to within " + percent(threshold) + " at " + names));
        named(pair, compared -> undecided(compared) && !alike(compared, threshold))
                .ifPresent(names -> parts.add("no difference was found at " + names));
        named(pair, compared -> compared.estimate().isEmpty())
                .ifPresent(names -> parts.add("too few trials count to compare " + names));
        return String.join("; ", parts) + ".";
    }

    private static boolean undecided(ComparedStatistic compared) {
        return compared.estimate().isPresent() && compared.difference() == Difference.INCONCLUSIVE;
    }

    /** Whether no part of the interval is a difference that matters. */
    private static boolean alike(ComparedStatistic compared, double threshold) {
        return undecided(compared)
                && compared.estimate()
                        .map(RatioEstimate::interval)
                        .filter(seen -> seen.low() >= 1 / (1 + threshold) && seen.high() <= 1 + threshold)
                        .isPresent();
    }

    private static Optional<String> named(Pair pair, Predicate<ComparedStatistic> which) {
        List<String> names = pair.statistics().stream()
                .filter(which)
                .map(compared -> name(compared.statistic()))
                .toList();
        return names.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", names));
    }

    /** The ratio as a phrase, with its interval and n. */
    static String times(RatioEstimate estimate) {
        return "%s times as large (%s, n = %d%s)"
                .formatted(
                        number(estimate.interval().centre()),
                        interval(estimate),
                        estimate.blocks(),
                        estimate.method().interleaved() ? " blocks" : " trials per side");
    }

    /** The statistic for people, such as {@code response p99}. */
    public static String name(String statistic) {
        if (ComparisonRequest.isRate(statistic)) {
            return statistic;
        }
        LatencyStatistic parsed = LatencyStatistic.parse(statistic);
        return parsed.metric().title() + " "
                + (parsed.percent().isPresent()
                        ? Formats.percentile(parsed.percent().getAsDouble())
                        : "mean")
                + parsed.phase().map(phase -> " in " + phase).orElse("");
    }

    /** The ratio alone. */
    public static String ratio(ComparedStatistic compared) {
        return compared.estimate()
                .map(estimate -> number(estimate.interval().centre()))
                .orElse("withheld");
    }

    /** From where to where it is; empty where it is withheld. */
    public static String interval(ComparedStatistic compared) {
        return compared.estimate().map(ComparisonText::interval).orElse("");
    }

    private static String interval(RatioEstimate estimate) {
        Interval seen = estimate.interval();
        return seen.low() <= 0 && Double.isInfinite(seen.high())
                ? "both sides are lower bounds"
                : seen.low() <= 0
                        ? "at most " + number(seen.high())
                        : Double.isInfinite(seen.high())
                                ? "at least " + number(seen.low())
                                : number(seen.low()) + " to " + number(seen.high());
    }

    /** What may be said, and what would tell more. */
    public static String says(ComparedStatistic compared, double threshold) {
        if (compared.estimate().isEmpty()) {
            return "too few: " + RatioEstimate.MIN_BLOCKS + " on each side are needed";
        }
        if (alike(compared, threshold)) {
            return "inconclusive: equal to within " + percent(threshold);
        }
        RatioEstimate estimate = compared.estimate().get();
        String more = compared.difference() == Difference.INCONCLUSIVE
                ? estimate.blocksMore(threshold)
                        .map(n -> ", about " + n + " more "
                                + (estimate.method().interleaved() ? "blocks" : "trials per side") + " might decide it")
                        .orElse("")
                : "";
        return compared.difference() + more;
    }

    /** How it was found, for a footnote. */
    public static String methods(List<ComparedStatistic> statistics) {
        return statistics.stream()
                .flatMap(compared -> compared.estimate().stream())
                .map(estimate -> estimate.method().toString())
                .distinct()
                .collect(Collectors.joining("; "));
    }

    /** The median of the trials of a side, and where the typical value lies. */
    public static String value(String statistic, List<Double> values) {
        String range = range(statistic, values);
        return median(statistic, values) + (range.isEmpty() ? "" : " (" + range + ")");
    }

    /** Where the typical value lies; empty below three trials. */
    public static String range(String statistic, List<Double> values) {
        return Interval.of(values)
                .map(seen -> of(statistic, seen.low()) + " to " + of(statistic, seen.high()))
                .orElse("");
    }

    /** The median of the trials of a side. */
    public static String median(String statistic, List<Double> values) {
        return values.isEmpty()
                ? "none"
                : of(statistic, ComparedStatistic.median(values).orElseThrow());
    }

    private static String of(String statistic, double value) {
        return ComparisonRequest.isRate(statistic)
                ? Formats.rate(Math.rint(value))
                : LatencyUnit.text(Math.round(value));
    }

    /** How many trials of a side count. */
    public static String n(ComparedStatistic compared) {
        int one = compared.baseline().size();
        int other = compared.candidate().size();
        return one == other ? String.valueOf(one) : one + " and " + other;
    }

    /** What was left out, such as {@code 2 INVALID, 1 too few samples}; empty for nothing. */
    public static String leftOut(ComparedStatistic compared) {
        return compared.leftOut().entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
    }

    /** A ratio in as many digits as tell it from 1. */
    public static String number(double ratio) {
        return String.format(Locale.ROOT, ratio >= 10 ? "%.1f" : ratio < 0.1 ? "%.3f" : "%.2f", ratio);
    }

    private static String percent(double fraction) {
        return String.format(
                Locale.ROOT, fraction * 100 == Math.rint(fraction * 100) ? "%.0f %%" : "%.1f %%", fraction * 100);
    }
}
