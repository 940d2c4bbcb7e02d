package dev.assay.report.card;

import dev.assay.analysis.SeriesKey;
import dev.assay.analysis.comparison.Difference;
import dev.assay.analysis.comparison.MeasuredPoint;
import dev.assay.analysis.comparison.RatioEstimate;
import dev.assay.analysis.comparison.Replication;
import dev.assay.analysis.comparison.Replication.Sides;
import dev.assay.analysis.comparison.Sampling;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.reading.Readings;
import dev.assay.model.result.Comparability;
import dev.assay.model.result.Interval;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.report.card.Card.Figure;
import dev.assay.report.text.ComparisonText;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What runs say of the figures on cards, which asked for them: figure by figure, by the rules of comparisons. Both sides are cards, so
 * that a figure is the same thing on both. Only with three cards or more on both sides, each of which is one value, is there a word.
 *
 * @param threshold the least difference that matters, as a fraction
 * @param sampling what the values are of
 * @param answers in the order of the card
 * @param differences between both that may explain others, for people
 */
public record Reproduction(double threshold, Sampling sampling, List<Answer> answers, List<String> differences) {
    /** What there is to say of a figure. */
    public enum Word {
        /** The whole interval of the ratio is within the threshold. */
        REPRODUCED,
        /** The values differ, by as much as matters, and nothing that is known explains it. */
        CONTRADICTED,
        /** The values tell neither, or of these runs alone. */
        UNDECIDED,
        /** It is the rate that both sides were to offer. */
        OFFERED,
        /** Something else was measured, or elsewhere. */
        NOT_COMPARABLE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * What became of a figure.
     *
     * @param unit {@code ns} or {@code messages/s}
     * @param found what stands for the values on the card, of which there are {@code foundN}; empty without any
     * @param here the same of the run
     * @param ratio here by found, at 95 %; empty where there is none
     * @param why the reason for the word, for people
     */
    public record Answer(
            String point,
            String statistic,
            String unit,
            Optional<Double> found,
            int foundN,
            Optional<Double> here,
            int hereN,
            Optional<Interval> ratio,
            Word word,
            String why) {}

    /** Facts of a machine that make it another; no update changes them. */
    private static final List<String> HARDWARE =
            List.of("cpu.model", "cpu.cores", "cpu.cores_of_this_process", "memory.total");

    private static final List<String> SOFTWARE = List.of("os", "kernel", "jvm", "virtual_machine");
    private static final String UNKNOWN = "not known";
    private static final int MAX_SETTINGS = 10;

    public Reproduction {
        answers = List.copyOf(answers);
        differences = List.copyOf(differences);
    }

    /** A card with its lock, unpacked. */
    public record Side(Card card, Lock lock) {}

    /** What was run here, and the figures of it that are no more than what was to be offered, as {@link CardMaker#offered} has them. */
    public record Here(List<Side> runs, Set<String> offered) {
        public Here {
            runs = List.copyOf(runs);
            offered = Set.copyOf(offered);
        }
    }

    /** A word and the reason for it. */
    private record Said(Word word, String why) {}

    /**
     * Judges each figure of the first card, but for the fraction of VALID trials, which tells how undisturbed a machine was.
     *
     * @param found cards of the same scenario, one of each run
     * @param threshold the least difference that matters, as a fraction
     */
    public static Reproduction of(List<Side> found, Here here, double threshold) {
        Sampling sampling = Sampling.ofRuns(found.size(), here.runs().size());
        Side first = found.getFirst();
        Side now = here.runs().getFirst();
        List<String> elsewhere = elsewhere(first, now);
        List<Figure> figures = first.card().figures().stream()
                .filter(figure -> !figure.ofVerdicts())
                .toList();
        List<Sides> sides = figures.stream()
                .map(figure -> new Sides(values(found, figure, sampling), values(here.runs(), figure, sampling)))
                .toList();
        List<Optional<Said>> refusals = new ArrayList<>();
        List<Sides> judged = new ArrayList<>();
        for (int i = 0; i < figures.size(); i++) {
            Optional<Said> refusal = refusal(figures.get(i), sides.get(i), found, here, sampling);
            refusals.add(refusal);
            if (refusal.isEmpty()) {
                judged.add(sides.get(i));
            }
        }
        Iterator<Replication> replications = Replication.of(judged, threshold).iterator();
        List<Answer> answers = new ArrayList<>();
        for (int i = 0; i < figures.size(); i++) {
            Optional<Said> refusal = refusals.get(i);
            if (refusal.isPresent()) {
                answers.add(answer(figures.get(i), sides.get(i), Optional.empty(), refusal.get()));
            } else {
                Replication replication = replications.next();
                Said said = sampling.allowsWords()
                        ? judged(replication, !elsewhere.isEmpty(), ComparisonText.percent(threshold))
                        : new Said(Word.UNDECIDED, Sampling.IN_THESE_RUNS);
                answers.add(answer(figures.get(i), sides.get(i), replication.estimate(), said));
            }
        }
        return new Reproduction(threshold, sampling, answers, differences(first, now, elsewhere));
    }

    /** How many figures have that word. */
    public int count(Word word) {
        return (int) answers.stream().filter(answer -> answer.word() == word).count();
    }

    /** Where the values lie that can be compared: who edits a card can write anything for a value. */
    private static List<Interval> measured(Figure figure) {
        return figure.readings().rows().stream()
                .filter(row -> row.value() > 0)
                .map(Reading::interval)
                .toList();
    }

    private static Optional<Figure> same(Card card, String point, String statistic) {
        return card.figures().stream()
                .filter(figure ->
                        figure.point().equals(point) && figure.statistic().equals(statistic))
                .findFirst();
    }

    /** Where the values of all trials lie, or what stands for those of each run. */
    private static List<Interval> values(List<Side> side, Figure figure, Sampling sampling) {
        List<Interval> values = new ArrayList<>();
        for (Side run : side) {
            List<Interval> trials = same(run.card(), figure.point(), figure.statistic())
                    .map(Reproduction::measured)
                    .orElse(List.of());
            if (sampling != Sampling.RUNS) {
                values.addAll(trials);
            } else if (!trials.isEmpty() && Comparability.enough(trials.size(), trials(run.card(), figure.point()))) {
                values.add(Readings.typicalOf(figure.readings().statistic(), trials));
            }
        }
        return values;
    }

    /** Why the ratio of values would say nothing; empty where it does. */
    private static Optional<Said> refusal(Figure figure, Sides sides, List<Side> found, Here here, Sampling sampling) {
        String kind = figure.point().split(" ", 2)[0];
        String onCard = systems(found, kind);
        String now = systems(here.runs(), kind);
        if (now.isEmpty()) {
            return Optional.of(new Said(Word.NOT_COMPARABLE, kind + " was not measured here"));
        }
        if (!onCard.equals(now)) {
            return Optional.of(new Said(
                    Word.NOT_COMPARABLE, "what was measured differs: here " + now + ", on the card " + onCard));
        }
        String few = tooFew(figure, sides, found, here.runs(), sampling);
        if (!few.isEmpty()) {
            return Optional.of(new Said(Word.UNDECIDED, few));
        }
        return here.offered().contains(CardMaker.name(figure))
                ? Optional.of(new Said(Word.OFFERED, "the scenario fixes this rate, so it is no result"))
                : Optional.empty();
    }

    private static String systems(List<Side> side, String kind) {
        return side.stream()
                .map(run -> systems(run.card(), kind))
                .filter(systems -> !systems.isEmpty())
                .distinct()
                .sorted()
                .collect(Collectors.joining(" or "));
    }

    /** Systems of a kind with versions and the levels that they had; empty for none. */
    private static String systems(Card card, String kind) {
        return card.systems().stream()
                .filter(system -> system.system().split(" ", 2)[0].equals(kind))
                .map(system -> system.system() + " (" + system.client() + ") at " + system.level())
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private static String tooFew(Figure figure, Sides sides, List<Side> found, List<Side> here, Sampling sampling) {
        if (sides.again().isEmpty()) {
            String why = here.stream()
                    .map(run -> leftOut(run.card()))
                    .filter(reasons -> !reasons.isEmpty())
                    .distinct()
                    .collect(Collectors.joining("; "));
            return "no value of it counts here" + (why.isEmpty() ? "" : ": " + why);
        }
        if (Math.min(sides.found().size(), sides.again().size()) < RatioEstimate.MIN_BLOCKS) {
            return "an interval takes %d values on each side".formatted(RatioEstimate.MIN_BLOCKS);
        }
        if (sampling == Sampling.RUNS) {
            String few = tooFew("on the cards", "runs", found.size(), sides.found());
            return few.isEmpty() ? tooFew("here", "runs", here.size(), sides.again()) : few;
        }
        String few = tooFew("on the card", "trials", trials(found, figure), sides.found());
        return few.isEmpty() ? tooFew("here", "trials", trials(here, figure), sides.again()) : few;
    }

    private static int trials(List<Side> side, Figure figure) {
        return side.stream().mapToInt(run -> trials(run.card(), figure.point())).sum();
    }

    /** What came of trials that have no values, and why others do not count. */
    private static String leftOut(Card card) {
        List<String> why = new ArrayList<>();
        for (String word : List.of(Grade.INVALID.name(), Card.FAILED)) {
            int trials = card.trials().getOrDefault(word, 0);
            if (trials > 0) {
                why.add(trials + " " + word);
            }
        }
        if (!card.leftOut().isEmpty()) {
            why.add(CardView.leftOut(card));
        }
        return String.join(", ", why);
    }

    private static String tooFew(String where, String what, int n, List<Interval> values) {
        return Comparability.enough(values.size(), n)
                ? ""
                : "only %d of %d %s count %s, and %s are needed"
                        .formatted(values.size(), n, what, where, ComparisonText.percent(Comparability.MIN_FRACTION));
    }

    /** How many trials of a point there are in all; 0 for searches, which have a value or none. */
    private static int trials(Card card, String point) {
        return same(card, point, MeasuredPoint.VALID.name())
                .map(figure -> Math.toIntExact(figure.n()))
                .orElse(0);
    }

    private static Said judged(Replication judged, boolean elsewhere, String matters) {
        if (judged.difference() != Difference.INCONCLUSIVE) {
            String difference = judged.difference() + " here, by " + matters + " or more";
            return elsewhere
                    ? new Said(Word.NOT_COMPARABLE, difference + ", but the machine is another, which may be all")
                    : new Said(Word.CONTRADICTED, difference);
        }
        return judged.alike()
                ? new Said(Word.REPRODUCED, "equal to within " + matters + (elsewhere ? ", on another machine" : ""))
                : new Said(Word.UNDECIDED, "whether it is equal to within " + matters + " is not known");
    }

    private static Answer answer(Figure figure, Sides sides, Optional<RatioEstimate> ratio, Said said) {
        return new Answer(
                figure.point(),
                figure.statistic(),
                figure.unit().symbol(),
                shown(figure, sides.found()),
                sides.found().size(),
                shown(figure, sides.again()),
                sides.again().size(),
                ratio.map(RatioEstimate::interval),
                said.word(),
                said.why());
    }

    private static Optional<Double> shown(Figure figure, List<Interval> places) {
        return places.isEmpty()
                ? Optional.empty()
                : Optional.of(Readings.typicalOf(figure.readings().statistic(), places)
                        .centre());
    }

    /** Why the machine is another; none where nothing that is known says so. */
    private static List<String> elsewhere(Side found, Side here) {
        List<String> why = new ArrayList<>(facts(HARDWARE, found.card(), here.card()));
        if (found.lock().elsewhere()) {
            why.add("workers ran on other machines: on the card only");
        }
        return why;
    }

    private static List<String> differences(Side found, Side here, List<String> elsewhere) {
        List<String> differences = new ArrayList<>(elsewhere);
        differences.addAll(facts(SOFTWARE, found.card(), here.card()));
        add(differences, "Assay", found.card().assay(), here.card().assay());
        if (!found.lock().workerJvm().isEmpty() && !here.lock().workerJvm().isEmpty()) {
            add(
                    differences,
                    "flags of the workers' JVMs",
                    String.join(" ", found.lock().workerJvm()),
                    String.join(" ", here.lock().workerJvm()));
        }
        addSettings(differences, settings(found.lock()), settings(here.lock()));
        return differences;
    }

    private static List<String> facts(List<String> names, Card found, Card here) {
        List<String> differing = new ArrayList<>();
        for (String name : names) {
            add(differing, name, fact(found, name), fact(here, name));
        }
        return differing;
    }

    /** What a kernel keeps of the memory for itself is no other machine. */
    private static String fact(Card card, String name) {
        return SeriesKey.inGibibytes(card.machine().getOrDefault(name, UNKNOWN));
    }

    private static void add(List<String> differences, String name, String found, String here) {
        if (!found.equals(here)) {
            differences.add("%s: %s on the card, %s here".formatted(name, found, here));
        }
    }

    private static void addSettings(List<String> differences, Map<String, String> found, Map<String, String> here) {
        Set<String> names = new LinkedHashSet<>(found.keySet());
        names.retainAll(here.keySet()); // What only one of two versions of Assay records is no difference.
        List<String> differing = new ArrayList<>();
        names.forEach(name -> add(differing, name, found.getOrDefault(name, ""), here.getOrDefault(name, "")));
        differences.addAll(differing.subList(0, Math.min(MAX_SETTINGS, differing.size())));
        if (differing.size() > MAX_SETTINGS) {
            differences.add("and %d more settings in effect".formatted(differing.size() - MAX_SETTINGS));
        }
    }

    private static Map<String, String> settings(Lock lock) {
        Map<String, String> all = new TreeMap<>();
        lock.settings()
                .forEach((system, groups) -> groups.forEach((group, values) ->
                        values.forEach((name, value) -> all.put(system + ", " + group + " " + name, value))));
        return all;
    }
}
