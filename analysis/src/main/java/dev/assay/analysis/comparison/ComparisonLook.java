package dev.assay.analysis.comparison;

import dev.assay.analysis.RunAnalysis;
import dev.assay.analysis.comparison.Comparison.Pair;
import dev.assay.analysis.comparison.Gate.Decision;
import dev.assay.analysis.comparison.Gate.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Looks at the comparison within a run, to end it once each declared result of each pair has a word, and no condition of the scenario
 * is undecided. The words are those of the report, from the blocks measured so far. Looking repeatedly and stopping when chance
 * happens to agree is wrong more often: so before the last block a word counts only if chance would have it in one of a thousand
 * cases (after Haybittle, British Journal of Radiology 44, 1971, and Peto and others, British Journal of Cancer 34, 1976).
 *
 * @param decided whether no more blocks are needed
 * @param lines the words of each pair, a line each
 */
public record ComparisonLook(boolean decided, List<String> lines) {
    /** Limits how often a look before the end decides falsely, as a fraction. */
    public static final double LEVEL = 0.001;

    /** Counts the looks that may decide at {@link #LEVEL}. Where more are possible, they share that risk, so that it grows no further. */
    private static final int LOOKS = 12;

    private static final double THRESHOLD = ComparisonRequest.USUALLY.threshold();

    public ComparisonLook {
        lines = List.copyOf(lines);
    }

    /**
     * Looks at a run that may go on.
     *
     * @param looks how many there may be in the run
     */
    public static ComparisonLook early(RunAnalysis run, int looks) {
        return of(run, LEVEL * Math.min(1, LOOKS / (double) looks));
    }

    /** Looks at a run that ends anyway: its words are those of the report. */
    public static ComparisonLook last(RunAnalysis run) {
        return of(run, RatioEstimate.LEVEL);
    }

    private static ComparisonLook of(RunAnalysis run, double level) {
        Optional<Comparison> comparison = Comparison.usually(run);
        if (comparison.isEmpty()) {
            return new ComparisonLook(false, List.of());
        }
        List<Decision> gates = Gate.within(run, Optional.empty(), Optional.empty());
        boolean decided = true;
        List<String> lines = new ArrayList<>();
        for (Pair pair : comparison.get().pairs()) {
            List<Word> words = words(pair, level);
            decided &= !words.isEmpty() && words.stream().allMatch(Word::decided);
            List<String> texts = new ArrayList<>(words.stream().map(Word::text).toList());
            for (Decision gate : gates) {
                if (gate.pair().condition().equals(pair.condition())
                        && gate.pair().candidate().equals(pair.candidate())) {
                    decided &= isDecided(gate, level);
                    texts.add("'%s' %s".formatted(gate.condition(), gate.outcome()));
                }
            }
            lines.add("%s against %s%s: %s"
                    .formatted(
                            pair.candidate(),
                            pair.baseline(),
                            pair.condition().isEmpty() ? "" : " with " + pair.condition(),
                            texts.isEmpty() ? "nothing to compare" : String.join(", ", texts)));
        }
        return new ComparisonLook(decided, lines);
    }

    /** @param decided whether it needs no more blocks */
    private record Word(boolean decided, String text) {}

    private static List<Word> words(Pair pair, double level) {
        List<Optional<ComparedStatistic>> declared =
                pair.declared().stream().map(pair::compared).toList();
        int family = RatioEstimate.family(declared.size(), level);
        List<Double> adjusted = Holm.adjusted(declared.stream()
                .map(compared -> compared.map(one -> pValue(one, family)).orElse(1.0))
                .toList());
        List<Word> words = new ArrayList<>();
        for (int i = 0; i < declared.size(); i++) {
            Optional<String> word = declared.get(i).flatMap(ComparisonLook::word);
            words.add(new Word(
                    word.isPresent() && (level == RatioEstimate.LEVEL || adjusted.get(i) <= level),
                    pair.declared().get(i) + " " + word.orElse(Difference.INCONCLUSIVE.toString())));
        }
        return words;
    }

    private static Optional<String> word(ComparedStatistic compared) {
        if (compared.alike(THRESHOLD)) {
            return Optional.of("equal");
        }
        return compared.difference() == Difference.INCONCLUSIVE
                ? Optional.empty()
                : Optional.of(compared.difference().toString());
    }

    /** Returns how often chance would have the word at the true ratio where it begins to be false; 1 where there is no word. */
    private static double pValue(ComparedStatistic compared, int family) {
        if (word(compared).isEmpty()) {
            return 1;
        }
        return compared.undecided()
                ? Math.max(
                        RatioEstimate.pValue(1 + THRESHOLD, compared.places(), family),
                        RatioEstimate.pValue(1 / (1 + THRESHOLD), compared.places(), family))
                : RatioEstimate.pValue(1, compared.places(), family);
    }

    /** Conditions are tests of their own, each of which has to be passed. */
    private static boolean isDecided(Decision gate, double level) {
        if (gate.outcome() == Outcome.UNDECIDED || level == RatioEstimate.LEVEL) {
            return gate.outcome() != Outcome.UNDECIDED;
        }
        ComparedStatistic compared = gate.compared().orElseThrow();
        return compared.counts().onlyCandidateFails()
                || RatioEstimate.pValue(gate.condition().ratio(), compared.places(), RatioEstimate.family(1, level))
                        <= level;
    }
}
