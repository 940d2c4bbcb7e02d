package dev.assay.scenario;

import dev.assay.model.unit.DurationText;
import dev.assay.model.unit.Rate;
import dev.assay.scenario.claim.Claim;
import dev.assay.scenario.study.MachineScale;
import dev.assay.scenario.study.PeakSearch;
import dev.assay.scenario.study.Study;
import dev.assay.scenario.study.StudyCell;
import dev.assay.scenario.study.StudyChoice;
import dev.assay.scenario.study.StudyPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Holds the options given for a study. They are stored as text beside the overrides of the run, so that the run can be resumed and
 * reported from its directory alone.
 *
 * @param overrides {@code path=value}, applied to each cell
 * @param fitting the machine that cells are scaled to; null where they are as published
 */
public record StudyRequest(
        StudyChoice choice,
        List<String> overrides,
        @Nullable Fitting fitting) {
    private static final String PREFIX = "study.";
    private static final String ONLY = "only";
    private static final String SYSTEMS = "systems";
    private static final String CLAIMS = "claims";
    private static final String BUDGET = "budget";
    private static final String SCALE = "scale";
    private static final String SEARCHING = "search";
    private static final String FOUND = "found";
    private static final String CORES = "cores";
    private static final String FAN_OUT = "fan-out";
    private static final String PEAK = "peak.";
    private static final String MISSED = "missed.";

    private static final Pattern TYPED =
            Pattern.compile("study\\.(?:only|claims|scale|peak\\.[^=]+)=.*", Pattern.DOTALL);

    /** Scales loads to this machine, using peaks that were found on it earlier. */
    private static final String MACHINE = "machine";

    /** Scales loads to this machine, and searches for all peaks again. */
    private static final String ANEW = "anew";

    /**
     * @param searching whether the run searches for unknown peaks, instead of measuring the study
     * @param anew whether peaks that were found earlier are ignored
     */
    public record Fitting(MachineScale known, boolean searching, boolean anew) {}

    public StudyRequest {
        overrides = List.copyOf(overrides);
    }

    /**
     * Reads what the user typed: {@code study.only}, {@code study.claims}, {@code study.scale} and {@code study.peak.NAME},
     * mixed with overrides of cells.
     *
     * @param systems the systems to measure; empty for all
     * @param machine supplies what is known of the machine before any search; called only where loads are scaled
     * @throws IllegalArgumentException when a key or its value is unknown, or when options contradict each other
     */
    public static StudyRequest typed(
            List<String> texts, List<String> systems, Optional<Duration> budget, Supplier<MachineScale> machine) {
        texts.stream().filter(StudyRequest::isUnknown).findFirst().ifPresent(text -> {
            throw new IllegalArgumentException(
                    "--set %2$s: expected %1$sonly=TEST,…, %1$sclaims=CLAIM,…, %1$sscale=machine (or anew) or %1$speak.NAME=RATE; systems are chosen by --systems, and a time by --budget"
                            .formatted(PREFIX, text.split("=", 2)[0]));
        });
        if (budget.isPresent() && texts.stream().anyMatch(StudyRequest::repeats)) {
            throw new IllegalArgumentException(
                    "--set repeat: with --budget a study has as many blocks as there is time for; leave one of them out");
        }
        Map<String, String> values = values(texts);
        String scale = values.get(SCALE);
        if (scale != null && !scale.equals(MACHINE) && !scale.equals(ANEW)) {
            throw new IllegalArgumentException(
                    "--set %s%s: expected machine, or anew to search again for peaks that were found before, but found '%s'"
                            .formatted(PREFIX, SCALE, scale));
        }
        Map<String, Double> peaks = peaks(values, StudyRequest::rate);
        if (scale == null && !peaks.isEmpty()) {
            throw new IllegalArgumentException(
                    "--set %s%s is for loads that are scaled by it: give --set %1$s%s=%s as well, or neither"
                            .formatted(PREFIX, PEAK + "NAME", SCALE, MACHINE));
        }
        Fitting fitting = null;
        if (scale != null) {
            MachineScale known = machine.get();
            fitting = new Fitting(
                    new MachineScale(known.cores(), peaks, known.missed(), known.fanOut()), true, scale.equals(ANEW));
        }
        return of(texts, values, new LinkedHashSet<>(systems), budget, fitting);
    }

    private static boolean repeats(String text) {
        return text.startsWith("repeat=") || text.startsWith("repeat.");
    }

    private static StudyRequest of(
            List<String> texts,
            Map<String, String> values,
            Set<String> systems,
            Optional<Duration> budget,
            @Nullable Fitting fitting) {
        return new StudyRequest(
                new StudyChoice(names(values, ONLY), systems, names(values, CLAIMS), budget),
                texts.stream().filter(text -> !text.startsWith(PREFIX)).toList(),
                fitting);
    }

    private static Map<String, Double> peaks(Map<String, String> values, BiFunction<String, String, Double> rate) {
        Map<String, Double> peaks = new TreeMap<>();
        named(values, PEAK).forEach((name, text) -> peaks.put(name, rate.apply(PEAK + name, text)));
        return peaks;
    }

    /** Returns the values of the keys with that prefix, by the rest of the key. */
    private static Map<String, String> named(Map<String, String> values, String prefix) {
        Map<String, String> named = new TreeMap<>();
        values.forEach((key, value) -> {
            if (key.startsWith(prefix)) {
                named.put(key.substring(prefix.length()), value);
            }
        });
        return named;
    }

    private static boolean isUnknown(String text) {
        return text.startsWith(PREFIX) && !TYPED.matcher(text).matches();
    }

    private static double rate(String key, String text) {
        try {
            return Rate.parse(text).perSecond();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--set " + PREFIX + key + ": " + e.getMessage(), e);
        }
    }

    private static Map<String, String> values(List<String> texts) {
        return texts.stream()
                .filter(text -> text.startsWith(PREFIX) && text.contains("="))
                .collect(Collectors.toMap(
                        text -> text.substring(PREFIX.length(), text.indexOf('=')),
                        text -> text.substring(text.indexOf('=') + 1),
                        (_, later) -> later));
    }

    /** Reads what {@link #texts()} has written. */
    public static StudyRequest of(List<String> texts) {
        Map<String, String> values = values(texts);
        Optional<Duration> budget = Optional.ofNullable(values.get(BUDGET)).map(DurationText::parse);
        String stage = values.get(SCALE);
        Fitting fitting = stage == null
                ? null
                : new Fitting(
                        new MachineScale(
                                Integer.parseInt(values.getOrDefault(CORES, "1")),
                                peaks(values, (_, rate) -> Double.parseDouble(rate)),
                                named(values, MISSED),
                                Optional.ofNullable(values.get(FAN_OUT)).map(Double::parseDouble)),
                        stage.equals(SEARCHING),
                        false);
        return of(texts, values, names(values, SYSTEMS), budget, fitting);
    }

    public StudyRequest with(MachineScale known, boolean searching) {
        return new StudyRequest(choice, overrides, new Fitting(known, searching, false));
    }

    public StudyRequest published() {
        return new StudyRequest(choice, overrides, null);
    }

    /** Returns this request with its budget reduced by {@code spent}, to whole seconds and at least one; without a budget it stays. */
    public StudyRequest after(Duration spent) {
        return choosing(
                choice.claims(),
                choice.budget()
                        .map(max ->
                                Duration.ofSeconds(Math.max(1, max.minus(spent).toSeconds()))));
    }

    /**
     * Returns a request for claims that did not fit the budget at first, but fit what is left of it because other claims were decided
     * early; empty where none fits.
     *
     * @param done the plan that was run
     */
    public Optional<StudyRequest> remaining(StudyPlan done, Duration spent, StudyFile file) throws ScenarioException {
        Set<String> waiting = new LinkedHashSet<>(
                choosing(choice.claims(), Optional.empty()).plan(file).claimsWithTrials());
        waiting.removeAll(done.claimsWithTrials());
        if (waiting.isEmpty()) {
            return Optional.empty();
        }
        StudyRequest left = after(spent);
        Set<String> fitting =
                left.choosing(waiting, left.choice.budget()).plan(file).claimsWithTrials();
        return fitting.isEmpty() ? Optional.empty() : Optional.of(left.choosing(fitting, left.choice.budget()));
    }

    private StudyRequest choosing(Set<String> claims, Optional<Duration> budget) {
        return new StudyRequest(new StudyChoice(choice.tests(), choice.systems(), claims, budget), overrides, fitting);
    }

    public boolean searchesPeaks() {
        return fitting != null && fitting.searching();
    }

    public boolean anew() {
        return fitting != null && fitting.anew();
    }

    private static Set<String> names(Map<String, String> values, String key) {
        String text = values.get(key);
        return text == null ? Set.of() : new LinkedHashSet<>(List.of(text.split(",")));
    }

    /** Returns the request as {@code key=value} texts, which {@link #of(List)} reads. */
    public List<String> texts() {
        List<String> texts = new ArrayList<>(overrides);
        add(ONLY, choice.tests(), texts);
        add(SYSTEMS, choice.systems(), texts);
        add(CLAIMS, choice.claims(), texts);
        choice.budget().ifPresent(max -> texts.add(PREFIX + BUDGET + "=" + DurationText.format(max)));
        if (fitting != null) {
            MachineScale known = fitting.known();
            texts.add(PREFIX + SCALE + "=" + (fitting.searching() ? SEARCHING : FOUND));
            texts.add(PREFIX + CORES + "=" + known.cores());
            known.fanOut().ifPresent(rate -> texts.add(PREFIX + FAN_OUT + "=" + rate));
            known.peaks().forEach((name, rate) -> texts.add(PREFIX + PEAK + name + "=" + rate));
            known.missed().forEach((name, why) -> texts.add(PREFIX + MISSED + name + "=" + why));
        }
        return texts;
    }

    private static void add(String key, Set<String> names, List<String> texts) {
        if (!names.isEmpty()) {
            texts.add(PREFIX + key + "=" + String.join(",", new TreeSet<>(names)));
        }
    }

    /**
     * Plans the trials of a study as far as they are requested; only searches, if the peaks are to be found first.
     *
     * @throws ScenarioException with all problems of the file
     * @throws IllegalArgumentException when the study lacks a test, system, claim or peak that is named
     */
    public StudyPlan plan(StudyFile file) throws ScenarioException {
        Study study = read(file, Map.of());
        check("--set study.only", "tests", choice.tests(), study, cells(study, StudyCell::test));
        check("--systems", "systems", choice.systems(), study, cells(study, StudyCell::system));
        check("--set study.claims", "claims", choice.claims(), study, claims(study));
        Map<String, Duration> needed = study.needs(choice.claims());
        if (!needed.isEmpty()) {
            study = read(file, needed);
        }
        if (fitting != null) {
            checkPeaks(study, fitting.known());
        }
        return searchesPeaks() ? peaks(file, study) : StudyPlan.of(study, choice);
    }

    /** @param needed the minimum length of measured load, by the cell's name */
    private Study read(StudyFile file, Map<String, Duration> needed) throws ScenarioException {
        return fitting == null || fitting.searching()
                ? file.read(overrides, needed)
                : file.scaled(overrides, fitting.known(), needed);
    }

    private static void checkPeaks(Study study, MachineScale known) {
        List<String> names = study.peaks().stream().map(PeakSearch::name).toList();
        if (names.isEmpty()) {
            throw new IllegalArgumentException("--set study.scale: the study " + study.name()
                    + " does not define how it is scaled: it has no section 'scale' (docs/STUDIES.md)");
        }
        known.peaks().keySet().stream()
                .filter(name -> !names.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException("--set study.peak: the study " + study.name() + " has no peak '"
                            + name + "'; its peaks: " + String.join(", ", names));
                });
    }

    /** Plans searches for the unknown peaks of the requested systems; an empty plan where all are known. */
    private StudyPlan peaks(StudyFile file, Study study) throws ScenarioException {
        Fitting to = Objects.requireNonNull(fitting);
        Set<String> judged = study.claims().stream()
                .filter(claim -> choice.claims().contains(claim.id()))
                .flatMap(claim -> study.judgedBy(claim).stream())
                .map(StudyPlan.Key::cell)
                .collect(Collectors.toSet());
        Set<String> systems = study.cells().stream()
                .filter(choice::wants)
                .filter(cell -> choice.claims().isEmpty() || judged.contains(cell.id()))
                .filter(cell -> StudyCell.followsPeak(cell.variants().values()))
                .map(StudyCell::system)
                .collect(Collectors.toSet());
        Set<String> unknown = study.peaks().stream()
                .filter(peak -> systems.contains(peak.system()))
                .map(PeakSearch::name)
                .filter(name -> !to.known().peaks().containsKey(name))
                .collect(Collectors.toSet());
        if (unknown.isEmpty()) {
            return new StudyPlan(study, List.of(), List.of());
        }
        return StudyPlan.of(file.peaks(overrides, to.known().cores()).only(unknown), StudyChoice.ALL);
    }

    private static Set<String> cells(Study study, Function<StudyCell, String> name) {
        return study.cells().stream().map(name).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> claims(Study study) {
        return study.claims().stream().map(Claim::id).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static void check(String option, String what, Set<String> wanted, Study study, Set<String> known) {
        wanted.stream().filter(one -> !known.contains(one)).findFirst().ifPresent(one -> {
            throw new IllegalArgumentException(option + ": the study " + study.name() + " has no '" + one + "'; its "
                    + what + ": " + String.join(", ", known));
        });
    }
}
