package dev.assay.report.text;

import dev.assay.analysis.comparison.BlockCounts;
import dev.assay.analysis.comparison.ComparedStatistic;
import dev.assay.analysis.comparison.ComparedStatistic.Measured;
import dev.assay.analysis.comparison.Comparison;
import dev.assay.analysis.comparison.Comparison.Pair;
import dev.assay.analysis.comparison.Difference;
import dev.assay.analysis.comparison.RatioEstimate;
import dev.assay.analysis.comparison.Sampling;
import dev.assay.analysis.reading.Readings;
import dev.assay.model.display.Figure;
import dev.assay.model.metric.ComparedName;
import dev.assay.model.metric.LatencyStatistic;
import dev.assay.model.result.Comparability;
import dev.assay.model.result.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Puts comparisons into the same words for pages, terminals and files. */
public final class ComparisonText {
    private static final int MAX_NAMED = 3;

    private ComparisonText() {}

    /** Explains the interval and the words of a comparison; shown once beside all of them. */
    public static String note(Comparison comparison) {
        String ratio = "Each ratio is candidate divided by baseline"
                + (comparison.interleaved() ? " within a block" : "") + ", with a 95 % interval; ";
        boolean words =
                comparison.pairs().stream().anyMatch(pair -> pair.sampling().allowsWords());
        boolean withheld =
                comparison.pairs().stream().anyMatch(pair -> !pair.sampling().allowsWords());
        return ratio
                + (words ? words(comparison) : "a trial that failed is the worst of its side.")
                + (withheld
                        ? " Trials of one run share what the machine did meanwhile, and their interval does not contain how far runs differ"
                                + " by themselves: a word needs three runs on each side, or both sides in one run."
                        : "")
                + clusters(comparison)
                + " n is the number of " + n(comparison) + " on each side that have values.";
    }

    /** Says on how many clusters the intervals stand, a sentence for each number; empty where each trial had its own. */
    private static String clusters(Comparison comparison) {
        return comparison.pairs().stream()
                .filter(pair -> pair.clusters() > 0)
                .map(pair -> pair.sampling() == Sampling.CLUSTERS
                        ? " The intervals stand on %d clusters: the mean of a cluster's blocks is one value."
                                .formatted(pair.clusters())
                        : pair.clusters() < RatioEstimate.MIN_BLOCKS
                                ? " The blocks lie on %s, so how far clusters differ is not in the intervals."
                                        .formatted(Formats.counted(pair.clusters(), "cluster"))
                                : " The intervals stand on %d clusters, a new one for both sides of each block."
                                        .formatted(pair.clusters()))
                .distinct()
                .collect(Collectors.joining());
    }

    private static String n(Comparison comparison) {
        return comparison.pairs().stream()
                .map(pair -> pair.sampling() == Sampling.RUNS ? "runs" : "trials")
                .distinct()
                .sorted()
                .collect(Collectors.joining(" or "));
    }

    private static String words(Comparison comparison) {
        int family = comparison.pairs().stream()
                .flatMap(pair -> pair.statistics().stream())
                .mapToInt(ComparedStatistic::family)
                .max()
                .orElse(0);
        return "a trial that failed is the worst of its side. Greater or less: the whole interval excludes 1,"
                + " the ratio is at least "
                + number(1 + comparison.threshold())
                + " or at most " + number(1 / (1 + comparison.threshold()))
                + (family > 1
                        ? ", and the difference stands after Holm's correction for %d values, so that one comparison in twenty at most has such a word by chance"
                                .formatted(family)
                        : "")
                + "; inconclusive otherwise. What can be told is the smallest ratio that this many "
                + (comparison.interleaved() ? "blocks" : "runs")
                + " with this scatter detect in nine of ten comparisons.";
    }

    public static String title(Pair pair) {
        return pair.candidate() + " against " + pair.baseline()
                + (pair.condition().isEmpty() ? "" : ", " + pair.condition())
                + (pair.level().isEmpty() ? "" : ", " + pair.level());
    }

    public static String finding(Pair pair, double threshold) {
        return title(pair) + ": " + sentence(pair, threshold);
    }

    /**
     * Sums up a pair in a sentence or two. The ratio of the first declared statistic is named first, whatever its word is; of
     * the others only those that differ.
     */
    public static String sentence(Pair pair, double threshold) {
        Optional<ComparedStatistic> first = pair.declared().stream()
                .flatMap(name -> pair.compared(name).stream())
                .filter(compared -> compared.estimate().isPresent())
                .findFirst();
        Optional<String> failed = pair.statistics().stream()
                .filter(compared -> failed(compared).isPresent())
                .max(Comparator.comparingInt(compared ->
                        compared.counts().failedBaseline() + compared.counts().failedCandidate()))
                .flatMap(ComparisonText::failed);
        if (pair.unequal().isPresent()) {
            return "not to be ranked, because their acknowledgements guarantee different things"
                    + failed.map(text -> "; " + text).orElse("") + ".";
        }
        List<String> parts = new ArrayList<>();
        List<ComparedStatistic> shown = Stream.concat(
                        first.stream(),
                        pair.statistics().stream()
                                .filter(compared -> compared.sampling().allowsWords()
                                        ? compared.difference() != Difference.INCONCLUSIVE
                                        : compared.estimate().isPresent()))
                .distinct()
                .toList();
        shown.stream()
                .limit(MAX_NAMED)
                .forEach(compared -> parts.add(name(compared.statistic()) + " was "
                        + compared.estimate()
                                .map(estimate -> times(estimate, compared.sampling()))
                                .orElse("")
                        + word(compared, threshold)));
        if (shown.size() > MAX_NAMED && pair.sampling().allowsWords()) {
            int more = shown.size() - MAX_NAMED;
            parts.add("and " + Formats.counted(more, "more value") + (more == 1 ? " differs" : " differ"));
        }
        if (!shown.isEmpty() && !pair.sampling().allowsWords()) {
            parts.add(Sampling.IN_THESE_RUNS);
        }
        named(pair, compared -> compared.alike(threshold) && !shown.contains(compared))
                .ifPresent(names -> parts.add("equal to within " + percent(threshold) + " at " + names));
        named(pair, compared -> compared.undecided() && !compared.alike(threshold) && !shown.contains(compared))
                .ifPresent(names -> parts.add("inconclusive at " + names));
        failed.ifPresent(parts::add);
        named(pair, compared -> compared.shown().estimate().isEmpty())
                .ifPresent(names -> parts.add("too few trials count to compare " + names));
        parts.addAll(withoutWord(pair));
        return String.join("; ", parts) + ".";
    }

    /** Writes the ratios of values that do not count, with the reason why they have no word, a text for each reason. */
    private static List<String> withoutWord(Pair pair) {
        Map<String, List<ComparedStatistic>> byReason = pair.statistics().stream()
                .filter(compared ->
                        compared.withoutWord() && compared.shown().estimate().isPresent())
                .collect(Collectors.groupingBy(
                        compared -> compared.disturbed()
                                ? Comparability.DISTURBED
                                : String.join(", ", compared.leftOut().keySet()),
                        LinkedHashMap::new,
                        Collectors.toList()));
        List<String> texts = new ArrayList<>();
        byReason.forEach((reason, marked) -> {
            String values = marked.stream()
                    .limit(MAX_NAMED)
                    .map(ComparisonText::measured)
                    .collect(Collectors.joining(", "));
            int more = marked.size() - MAX_NAMED;
            texts.add(reason + ", so there is no word: " + values
                    + (more > 0 ? ", and " + Formats.counted(more, "more value") : ""));
        });
        return texts;
    }

    /** Returns the word of a ratio that is named though it is no difference; empty for one that is. */
    private static String word(ComparedStatistic compared, double threshold) {
        if (!compared.undecided()) {
            return "";
        }
        return compared.alike(threshold) ? ", equal to within " + percent(threshold) : ", inconclusive";
    }

    private static Optional<String> named(Pair pair, Predicate<ComparedStatistic> which) {
        List<String> names = pair.statistics().stream()
                .filter(which)
                .map(compared -> name(compared.statistic()))
                .toList();
        return names.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", names));
    }

    /** Writes the name and the ratio as a phrase, also where it has no word, but not where there is no ratio. */
    public static String measured(ComparedStatistic compared) {
        return name(compared.statistic()) + " was "
                + times(compared.shown().estimate().orElseThrow(), compared.sampling());
    }

    /** Writes the ratio as a phrase, with its interval and n. */
    private static String times(RatioEstimate estimate, Sampling sampling) {
        double centre = estimate.interval().centre();
        if (centre == 0 || Double.isInfinite(centre)) {
            return "beyond comparison, as one side failed in most of them (%s, n = %d %s)"
                    .formatted(interval(estimate.interval()), estimate.blocks(), sampling);
        }
        return "%s times as large (%s, n = %d %s)"
                .formatted(number(centre), interval(estimate.interval()), estimate.blocks(), sampling);
    }

    /** Names a statistic for people, such as {@code response p99}. */
    public static String name(String statistic) {
        if (ComparedName.isRate(statistic)) {
            return statistic;
        }
        LatencyStatistic parsed = LatencyStatistic.parse(statistic);
        return parsed.metric().title() + " " + parsed.shortName()
                + parsed.phase().map(phase -> " in " + phase).orElse("");
    }

    /** Writes the ratio alone, also where it has no word. */
    public static String ratio(ComparedStatistic compared) {
        return compared.shown().estimate().map(ComparisonText::ratio).orElse("withheld");
    }

    /** Writes the ratio, which is infinite or 0 where most blocks failed on one side. */
    private static String ratio(RatioEstimate estimate) {
        double centre = estimate.interval().centre();
        return Double.isInfinite(centre) ? "∞" : centre == 0 ? "0" : number(centre);
    }

    /** Writes the ratio's interval; empty where it is withheld. */
    public static String interval(ComparedStatistic compared) {
        return compared.shown()
                .estimate()
                .map(RatioEstimate::interval)
                .map(ComparisonText::interval)
                .orElse("");
    }

    /** Writes the interval of a ratio, which may be open. */
    public static String interval(Interval seen) {
        if (Double.isInfinite(seen.low()) || seen.high() == 0) {
            return "beyond any number";
        }
        boolean below = seen.low() > 0;
        boolean above = Double.isFinite(seen.high());
        if (below && above) {
            return number(seen.low()) + " to " + number(seen.high());
        }
        if (below) {
            return "at least " + number(seen.low());
        }
        return above ? "at most " + number(seen.high()) : "open at both ends";
    }

    /** Returns the word beside the ratio, such as {@code greater}, or the reason why there is none. */
    public static String word(ComparedStatistic compared) {
        if (compared.withoutWord()) {
            return (compared.disturbed() ? "disturbed" : "left out") + ", no word";
        }
        if (compared.estimate().isEmpty()) {
            return "too few";
        }
        return compared.sampling().allowsWords() ? compared.difference().toString() : "in these runs";
    }

    /** Returns reasons for the word, the smallest detectable ratio and what was left out; empty where there is nothing to add. */
    public static String remarks(ComparedStatistic compared, double threshold) {
        List<String> parts = new ArrayList<>();
        reason(compared, threshold).ifPresent(parts::add);
        detectable(compared).ifPresent(parts::add);
        if (compared.undecided()) {
            more(compared, threshold).ifPresent(parts::add);
        }
        if (!compared.leftOut().isEmpty()) {
            parts.add("left out: " + leftOut(compared.leftOut()));
        }
        unexcluded(compared).ifPresent(parts::add);
        return String.join("; ", parts);
    }

    /** Returns the ratio including the values left out; empty where none of these has a value, or where that ratio is the one shown. */
    public static Optional<String> unexcluded(ComparedStatistic compared) {
        return compared.unexcluded()
                .filter(_ -> !compared.withoutWord())
                .flatMap(Measured::estimate)
                .map(all -> "with what was left out: " + ratio(all) + " (" + interval(all.interval()) + ", n = "
                        + all.blocks() + ")");
    }

    private static Optional<String> reason(ComparedStatistic compared, double threshold) {
        if (compared.shown().estimate().isEmpty()) {
            return Optional.of("a ratio needs " + RatioEstimate.MIN_BLOCKS + " on each side");
        }
        if (compared.withoutWord()) {
            return Optional.empty();
        }
        if (!compared.sampling().allowsWords()) {
            return Optional.of("how far runs differ by themselves is not known");
        }
        if (compared.difference() != Difference.INCONCLUSIVE) {
            return Optional.empty();
        }
        if (!compared.counts().enoughKnown()) {
            return Optional.of("only %d of %d %s have values that count, and %s are needed"
                    .formatted(
                            compared.counts().known(),
                            compared.counts().planned(),
                            compared.sampling().counted(),
                            percent(Comparability.MIN_FRACTION)));
        }
        if (compared.alike(threshold)) {
            return Optional.of("equal to within " + percent(threshold));
        }
        Interval seen = compared.estimate().orElseThrow().interval();
        boolean byChance = (seen.low() > 1 || seen.high() < 1) && compared.pValue() > RatioEstimate.LEVEL;
        return byChance
                ? Optional.of(
                        "among %d values, one differs this much by chance more than once in twenty times (p = %s after Holm)"
                                .formatted(compared.family(), String.format(Locale.ROOT, "%.2f", compared.pValue())))
                : Optional.empty();
    }

    /** Returns the smallest ratio that could have been detected, such as {@code 7 blocks can tell 1.60}; empty where it is not known. */
    public static Optional<String> detectable(ComparedStatistic compared) {
        OptionalDouble smallest = compared.smallestTold();
        if (smallest.isEmpty() || compared.estimate().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(compared.estimate().get().blocks() + " " + unit(compared) + " can tell "
                + number(smallest.getAsDouble()));
    }

    private static Optional<String> more(ComparedStatistic compared, double threshold) {
        boolean open = compared.counts().failedBaseline() + compared.counts().failedCandidate() > 0;
        return open || compared.alike(threshold) // More blocks would only confirm it.
                ? Optional.empty()
                : compared.estimate()
                        .flatMap(estimate -> estimate.blocksMore(threshold))
                        .map(n -> "about %d more %s might decide it"
                                .formatted(n, n == 1 ? unit(compared).replaceFirst("s\\b", "") : unit(compared)));
    }

    private static String unit(ComparedStatistic compared) {
        return compared.sampling().toString();
    }

    /** Returns which side failed in how many blocks, and why; empty where none did. */
    public static Optional<String> failed(ComparedStatistic compared) {
        BlockCounts counts = compared.counts();
        if (counts.failedBaseline() + counts.failedCandidate() == 0) {
            return Optional.empty();
        }
        return Optional.of("failed: baseline in %d, candidate in %d of %d %s (%s)"
                .formatted(
                        counts.failedBaseline(),
                        counts.failedCandidate(),
                        counts.planned(),
                        counts.planned() == 1 ? "block" : compared.sampling().counted(),
                        String.join("; ", counts.causes())));
    }

    public static String methods(List<ComparedStatistic> statistics) {
        return statistics.stream()
                .flatMap(compared -> compared.shown().estimate().stream())
                .map(estimate -> estimate.method().toString())
                .distinct()
                .collect(Collectors.joining("; "));
    }

    /** Writes the typical value of a side's trials, and its interval. */
    public static String value(Readings side) {
        String range = range(side);
        return typical(side) + (range.isEmpty() ? "" : " (" + range + ")");
    }

    /** Writes the interval of the typical value; empty below three trials. */
    public static String range(Readings side) {
        return side.interval().map(seen -> range(side, seen)).orElse("");
    }

    private static String range(Readings side, Interval seen) {
        String low = of(side, seen.low());
        if (Double.isInfinite(seen.high())) {
            return seen.low() > 0 ? "at least " + low : "open on both sides";
        }
        return low + " to " + of(side, seen.high());
    }

    /** Writes the typical value of a side's trials: the median, for capacities the geometric mean. */
    public static String typical(Readings side) {
        return side.typical().isPresent() ? of(side, side.typical().getAsDouble()) : "none";
    }

    private static String of(Readings side, double value) {
        return side.statistic().isRate() ? Formats.rate(Math.rint(value)) : LatencyUnit.text(Math.rint(value));
    }

    public static String n(ComparedStatistic compared) {
        int one = compared.shown().baseline().n();
        int other = compared.shown().candidate().n();
        return one == other ? String.valueOf(one) : one + " and " + other;
    }

    /** Writes what was left out, such as {@code 2 INVALID, 1 too few samples}; empty for nothing. */
    public static String leftOut(Map<String, Integer> reasons) {
        return reasons.entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
    }

    /** Writes a ratio with as many digits as distinguish it from 1. */
    public static String number(double ratio) {
        return Figure.of(ratio >= 10 ? "%.1f" : ratio < 0.1 ? "%.3f" : "%.2f", ratio);
    }

    /** Writes a fraction in per cent, such as {@code 5 %}. */
    public static String percent(double fraction) {
        return Figure.of(fraction * 100 == Math.rint(fraction * 100) ? "%.0f %%" : "%.1f %%", fraction * 100);
    }
}
