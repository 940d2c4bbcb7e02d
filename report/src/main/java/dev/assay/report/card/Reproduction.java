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
import dev.assay.analysis.reading.Statistic;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.result.Comparability;
import dev.assay.model.result.Interval;
import dev.assay.report.card.Card.MeasuredSystem;
import dev.assay.report.text.ComparisonText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares runs with the cards that they repeat, figure by figure, by the rules of comparisons. Both sides are cards, so that a figure
 * means the same on both. A side of several runs has one value for each, and one side needs at least three runs with a value for a word:
 * they show how far runs differ by themselves, also where the other side has fewer.
 *
 * @param threshold the smallest difference that matters, as a fraction
 * @param sampling what one value stands for
 * @param answers in the order of the card
 * @param differences between both sides that may explain others, for people
 */
public record Reproduction(double threshold, Sampling sampling, List<Answer> answers, List<String> differences) {
    public enum Word {
        /** The whole interval of the ratio is within the threshold. */
        REPRODUCED,
        /** The values differ by at least the threshold, and nothing known explains it. */
        CONTRADICTED,
        /** The values support neither, or only for these runs. */
        UNDECIDED,
        /** The figure is the rate that both sides were to offer. */
        OFFERED,
        /** The measured systems, clients or levels differ, or the machines may differ. */
        NOT_COMPARABLE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * @param unit {@code ns} or {@code messages/s}
     * @param published the typical value on the card, of {@code publishedN} values; empty without any
     * @param rerun the typical value of the run, of {@code rerunN} values; empty without any
     * @param ratio here by found, with its interval at 95 %; empty where there is none
     * @param why the reason for the word, for people
     */
    public record Answer(
            String point,
            String statistic,
            String unit,
            Optional<Double> published,
            int publishedN,
            Optional<Double> rerun,
            int rerunN,
            Optional<Interval> ratio,
            Word word,
            String why) {}

    private static final String PROCESSOR = "cpu.model";

    /** Names the facts that tell machines apart; no update changes them. */
    private static final List<String> HARDWARE =
            List.of(PROCESSOR, "cpu.cores", "cpu.cores_of_this_process", "memory.total");

    private static final List<String> SOFTWARE = List.of("os", "kernel", "jvm", "virtual_machine");
    private static final String UNKNOWN = "not known";
    private static final int MAX_SETTINGS = 10;

    public Reproduction {
        answers = List.copyOf(answers);
        differences = List.copyOf(differences);
    }

    private record Name(String point, String statistic) {}

    /**
     * @param systems the measured systems
     * @param values one for each run, or all trials where there are too few runs
     * @param planned number of runs, or of trials and capacity searches of each point
     * @param kinds the system of each point, without its version
     * @param leftOut reasons why values of each point do not count, with their numbers
     */
    private record Side(
            List<MeasuredSystem> systems,
            Map<Name, Readings> values,
            Map<Name, Integer> planned,
            Map<String, String> kinds,
            Map<String, String> leftOut) {
        static Side of(List<Card> cards, Sampling sampling) {
            List<List<Reading>> rows =
                    cards.stream().flatMap(card -> card.rows().stream()).toList();
            Map<Name, Readings> values = new LinkedHashMap<>();
            Map<Name, Integer> planned = new HashMap<>();
            Map<String, String> kinds = new HashMap<>();
            Map<String, String> leftOut = new HashMap<>();
            MeasuredPoint.of(rows).forEach((name, point) -> {
                kinds.put(name, point.system());
                leftOut.put(name, ComparisonText.leftOut(point.leftOut()));
                Map<String, Readings> sampled = point.figures(sampling);
                int trials = sampling == Sampling.RUNS ? rows.size() : point.trials(false);
                int searches = sampling == Sampling.RUNS ? rows.size() : point.trials(true);
                point.figures(Sampling.TRIALS_OF_RUNS).forEach((statistic, all) -> {
                    Name figure = new Name(name, statistic);
                    values.put(figure, sampled.getOrDefault(statistic, Readings.of(all.statistic(), List.of())));
                    planned.put(figure, all.statistic().equals(Statistic.CAPACITY) ? searches : trials);
                });
            });
            return new Side(
                    cards.stream()
                            .flatMap(card -> card.systems().stream())
                            .distinct()
                            .toList(),
                    values,
                    planned,
                    kinds,
                    leftOut);
        }

        List<Interval> places(Name figure) {
            return Optional.ofNullable(values.get(figure)).map(Readings::rows).orElse(List.of()).stream()
                    .map(Reading::interval)
                    .toList();
        }

        /** Lists systems of a kind with their versions and levels; empty for none. */
        String measured(String kind) {
            return systems.stream()
                    .filter(system -> system.system().split(" ", 2)[0].equals(kind))
                    .map(system ->
                            system.system() + " (" + system.client() + ") at " + DurabilityLevel.named(system.level()))
                    .distinct()
                    .sorted()
                    .collect(Collectors.joining(", "));
        }

        String tooFew(Name figure, String where, Sampling sampling) {
            int n = planned.getOrDefault(figure, 0);
            int counted = places(figure).size();
            return Comparability.enough(counted, n)
                    ? ""
                    : "only %d of %d %s count %s, and %s are needed"
                            .formatted(
                                    counted,
                                    n,
                                    sampling == Sampling.RUNS ? "runs" : "trials",
                                    where,
                                    ComparisonText.percent(Comparability.MIN_FRACTION));
        }
    }

    private record Ruling(Word word, String why) {}

    /**
     * Judges each figure of the cards.
     *
     * @param cards cards of the same scenario
     * @param rerun the card of the runs made here
     * @param offered figures that are merely the offered load, by {@link CardMaker#offered}
     * @param threshold the smallest difference that matters, as a fraction
     */
    public static Reproduction of(List<Card> cards, Card rerun, Set<String> offered, double threshold) {
        Sampling sampling = sampling(
                cards.stream().mapToInt(card -> card.rows().size()).sum(),
                rerun.rows().size());
        Side onCard = Side.of(cards, sampling);
        Side now = Side.of(List.of(rerun), sampling);
        List<String> hardware = facts(known(cards, rerun), cards, rerun);
        List<String> elsewhere = elsewhere(cards, rerun);
        List<String> unknown = unknown(cards, rerun);
        String machine = !hardware.isEmpty()
                ? "another machine"
                : elsewhere.isEmpty() && unknown.isEmpty() ? "" : "what may be another machine";
        List<Name> figures = List.copyOf(onCard.values().keySet());
        Map<Name, Ruling> refusals = new HashMap<>();
        Map<Name, Sides> judged = new LinkedHashMap<>();
        for (Name figure : figures) {
            Sides sides = new Sides(onCard.places(figure), now.places(figure));
            refusal(figure, onCard, now, offered, sampling)
                    .ifPresentOrElse(refusal -> refusals.put(figure, refusal), () -> judged.put(figure, sides));
        }
        Iterator<Replication> replications =
                Replication.of(List.copyOf(judged.values()), threshold).iterator();
        List<Answer> answers = new ArrayList<>();
        for (Name figure : figures) {
            Ruling refusal = refusals.get(figure);
            if (refusal != null) {
                answers.add(answer(figure, onCard, now, Optional.empty(), refusal));
            } else {
                Replication replication = replications.next();
                Ruling ruling = sampling.allowsWords()
                        ? judged(replication, machine, ComparisonText.percent(threshold))
                        : new Ruling(Word.UNDECIDED, Sampling.IN_THESE_RUNS);
                answers.add(answer(figure, onCard, now, replication.estimate(), ruling));
            }
        }
        List<String> differences = new ArrayList<>(hardware);
        differences.addAll(unknown);
        differences.addAll(elsewhere);
        differences.addAll(otherwise(cards, rerun));
        return new Reproduction(threshold, sampling, answers, differences);
    }

    /** Tells whether a card has any figure with a value that counts, so that a run can reproduce it. */
    public static boolean canBeOf(Card card) {
        return card.figures().values().stream()
                .flatMap(figures -> figures.values().stream())
                .anyMatch(readings -> readings.n() > 0);
    }

    /** Returns what one value stands for, by the number of runs on each side. */
    public static Sampling sampling(int cardRuns, int reruns) {
        return Math.max(cardRuns, reruns) < RatioEstimate.MIN_BLOCKS ? Sampling.TRIALS_OF_RUNS : Sampling.RUNS;
    }

    public int count(Word word) {
        return (int) answers.stream().filter(answer -> answer.word() == word).count();
    }

    /** Returns why the ratio of values would be meaningless; empty where it is not. */
    private static Optional<Ruling> refusal(
            Name figure, Side onCard, Side now, Set<String> offered, Sampling sampling) {
        String kind = onCard.kinds().getOrDefault(figure.point(), "");
        String published = onCard.measured(kind);
        String rerun = now.measured(kind);
        if (rerun.isEmpty()) {
            return Optional.of(new Ruling(
                    Word.NOT_COMPARABLE,
                    (kind.isEmpty() ? "what the card does not name" : kind) + " was not measured here"));
        }
        if (!published.equals(rerun)) {
            return Optional.of(new Ruling(
                    Word.NOT_COMPARABLE, "what was measured differs: here " + rerun + ", on the card " + published));
        }
        String few = tooFew(figure, onCard, now, sampling);
        if (!few.isEmpty()) {
            return Optional.of(new Ruling(Word.UNDECIDED, few));
        }
        return offered.contains(figure.point() + " " + figure.statistic())
                ? Optional.of(new Ruling(Word.OFFERED, "the scenario fixes this rate, so it is no result"))
                : Optional.empty();
    }

    private static String tooFew(Name figure, Side onCard, Side now, Sampling sampling) {
        int published = onCard.places(figure).size();
        int rerun = now.places(figure).size();
        if (rerun == 0) {
            String why = now.leftOut().getOrDefault(figure.point(), "");
            return "no value of it counts here" + (why.isEmpty() ? "" : ": " + why);
        }
        if (sampling == Sampling.RUNS && Math.max(published, rerun) < RatioEstimate.MIN_BLOCKS) {
            return "an interval takes %d runs with a value on one side".formatted(RatioEstimate.MIN_BLOCKS);
        }
        if (sampling != Sampling.RUNS && Math.min(published, rerun) < RatioEstimate.MIN_BLOCKS) {
            return "an interval takes %d values on each side".formatted(RatioEstimate.MIN_BLOCKS);
        }
        String few = onCard.tooFew(figure, "on the card", sampling);
        return few.isEmpty() ? now.tooFew(figure, "here", sampling) : few;
    }

    /** @param machine how the machine may differ; empty where it is the same */
    private static Ruling judged(Replication judged, String machine, String matters) {
        if (judged.difference() != Difference.INCONCLUSIVE) {
            String difference = judged.difference() + " here, by " + matters + " or more";
            return machine.isEmpty()
                    ? new Ruling(Word.CONTRADICTED, difference)
                    : new Ruling(Word.NOT_COMPARABLE, difference + ", but on " + machine + ", which may be all");
        }
        return judged.alike()
                ? new Ruling(
                        Word.REPRODUCED, "equal to within " + matters + (machine.isEmpty() ? "" : ", on " + machine))
                : new Ruling(Word.UNDECIDED, "whether it is equal to within " + matters + " is not known");
    }

    private static Answer answer(Name figure, Side onCard, Side now, Optional<RatioEstimate> ratio, Ruling ruling) {
        Statistic statistic =
                Objects.requireNonNull(onCard.values().get(figure)).statistic();
        List<Interval> published = onCard.places(figure);
        List<Interval> rerun = now.places(figure);
        return new Answer(
                figure.point(),
                figure.statistic(),
                statistic.unit().symbol(),
                shown(statistic, published),
                published.size(),
                shown(statistic, rerun),
                rerun.size(),
                ratio.map(RatioEstimate::interval),
                ruling.word(),
                ruling.why());
    }

    private static Optional<Double> shown(Statistic statistic, List<Interval> places) {
        return places.isEmpty()
                ? Optional.empty()
                : Optional.of(Readings.typicalOf(statistic, places).centre());
    }

    /** Lists parts that ran on machines no card describes; these may differ even where both sides had such machines. */
    private static List<String> elsewhere(List<Card> cards, Card rerun) {
        List<String> why = new ArrayList<>();
        addElsewhere(why, "workers ran on other machines", cards, rerun, Lock::elsewhere);
        addElsewhere(why, "servers were not started by Assay on that machine", cards, rerun, Lock::existing);
        return why;
    }

    private static void addElsewhere(
            List<String> why, String what, List<Card> cards, Card rerun, Predicate<Lock> elsewhere) {
        boolean onCard = cards.stream().map(Card::lock).anyMatch(elsewhere);
        boolean now = elsewhere.test(rerun.lock());
        if (onCard || now) {
            why.add(what + ": " + (onCard && now ? "on the card and here" : onCard ? "on the card only" : "here only"));
        }
    }

    private static List<String> otherwise(List<Card> cards, Card rerun) {
        List<String> differences = new ArrayList<>(facts(SOFTWARE, cards, rerun));
        add(differences, "Assay", joined(cards, Reproduction::assay), joined(List.of(rerun), Reproduction::assay));
        String flags = joined(cards, Reproduction::workerJvm);
        String flagsHere = joined(List.of(rerun), Reproduction::workerJvm);
        if (!flags.isEmpty() && !flagsHere.isEmpty()) {
            add(differences, "flags of the workers' JVMs", flags, flagsHere);
        }
        addSettings(differences, settings(cards), settings(List.of(rerun)));
        return differences;
    }

    private static Stream<String> assay(Card card) {
        return Stream.of(card.lock().assay());
    }

    /** Returns the flags; none where they are not known. */
    private static Stream<String> workerJvm(Card card) {
        return Stream.of(String.join(" ", card.lock().workerJvm())).filter(flags -> !flags.isEmpty());
    }

    private static List<String> facts(List<String> names, List<Card> cards, Card rerun) {
        List<String> differing = new ArrayList<>();
        for (String name : names) {
            add(differing, name, fact(cards, name), fact(List.of(rerun), name));
        }
        return differing;
    }

    /** Says that the processor of a side is not known, so that both may have run on different machines. */
    private static List<String> unknown(List<Card> cards, Card rerun) {
        boolean onCard = cards.stream().anyMatch(card -> lacks(card, PROCESSOR));
        boolean now = lacks(rerun, PROCESSOR);
        return onCard || now
                ? List.of(PROCESSOR + ": " + UNKNOWN
                        + (onCard && now ? " on the card and here" : onCard ? " on the card" : " here"))
                : List.of();
    }

    private static List<String> known(List<Card> cards, Card rerun) {
        return unknown(cards, rerun).isEmpty()
                ? HARDWARE
                : HARDWARE.stream().filter(name -> !name.equals(PROCESSOR)).toList();
    }

    private static boolean lacks(Card card, String name) {
        return card.facts().runs().stream().anyMatch(run -> !run.machine().containsKey(name));
    }

    /** Returns a fact of the machines, memory in whole gibibytes, since kernels reserve different amounts of it. */
    private static String fact(List<Card> cards, String name) {
        return joined(
                cards,
                card -> card.facts().runs().stream()
                        .map(run -> SeriesKey.inGibibytes(run.machine().getOrDefault(name, UNKNOWN))));
    }

    /** Joins the distinct values, since cards, and runs of one card, may be of several machines and builds. */
    private static String joined(List<Card> cards, Function<Card, Stream<String>> of) {
        return cards.stream().flatMap(of).distinct().sorted().collect(Collectors.joining(" or "));
    }

    private static void add(List<String> differences, String name, String published, String rerun) {
        if (!published.equals(rerun)) {
            differences.add("%s: %s on the card, %s here".formatted(name, published, rerun));
        }
    }

    private static void addSettings(
            List<String> differences, Map<String, String> published, Map<String, String> rerun) {
        Set<String> names = new LinkedHashSet<>(published.keySet());
        names.retainAll(rerun.keySet()); // A setting that only one of two versions of Assay records is no difference.
        List<String> differing = new ArrayList<>();
        names.forEach(name -> add(differing, name, published.getOrDefault(name, ""), rerun.getOrDefault(name, "")));
        differences.addAll(differing.subList(0, Math.min(MAX_SETTINGS, differing.size())));
        if (differing.size() > MAX_SETTINGS) {
            differences.add("and %d more settings in effect".formatted(differing.size() - MAX_SETTINGS));
        }
    }

    private static Map<String, String> settings(List<Card> cards) {
        Map<String, Set<String>> all = new TreeMap<>();
        for (Card card : cards) {
            card.lock()
                    .settings()
                    .forEach((system, groups) -> groups.forEach((group, values) -> values.forEach((name, value) ->
                            all.computeIfAbsent(system + ", " + group + " " + name, _ -> new TreeSet<>())
                                    .add(value))));
        }
        Map<String, String> settings = new TreeMap<>();
        all.forEach((name, values) -> settings.put(name, String.join(" or ", values)));
        return settings;
    }
}
