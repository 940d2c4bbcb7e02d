package dev.assay.cli.study;

import dev.assay.core.scenario.text.ScenarioException;
import dev.assay.core.scenario.text.StudyFile;
import dev.assay.core.study.Study;
import dev.assay.core.study.StudyCell;
import dev.assay.core.study.StudyChoice;
import dev.assay.core.study.StudyPlan;
import dev.assay.core.unit.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What was asked for of a study. It is kept as text beside the overrides of its run, so that the run can be resumed and reported from its
 * directory alone.
 *
 * @param overrides {@code path=value}, for each cell
 * @param rehearsal whether cells are made small and put on the in-memory system
 */
public record StudyRequest(StudyChoice choice, List<String> overrides, boolean rehearsal) {
    private static final String PREFIX = "study.";
    private static final String ONLY = "only";
    private static final String SYSTEMS = "systems";
    private static final String BUDGET = "budget";
    private static final String REHEARSE = "rehearse";

    public StudyRequest {
        overrides = List.copyOf(overrides);
    }

    /** What {@link #texts()} has made of a request. */
    public static StudyRequest of(List<String> texts) {
        Map<String, String> own = texts.stream()
                .filter(text -> text.startsWith(PREFIX))
                .collect(Collectors.toMap(
                        text -> text.substring(PREFIX.length(), text.indexOf('=')),
                        text -> text.substring(text.indexOf('=') + 1),
                        (_, later) -> later));
        Optional<Duration> budget = Optional.ofNullable(own.get(BUDGET)).map(DurationText::parse);
        return new StudyRequest(
                new StudyChoice(names(own, ONLY), names(own, SYSTEMS), budget),
                texts.stream().filter(text -> !text.startsWith(PREFIX)).toList(),
                own.containsKey(REHEARSE));
    }

    private static Set<String> names(Map<String, String> own, String key) {
        return Optional.ofNullable(own.get(key))
                .<Set<String>>map(text -> new LinkedHashSet<>(List.of(text.split(","))))
                .orElse(Set.of());
    }

    /** The request as text, for the record of the run. */
    public List<String> texts() {
        List<String> texts = new ArrayList<>(overrides);
        add(ONLY, choice.tests(), texts);
        add(SYSTEMS, choice.systems(), texts);
        choice.budget().ifPresent(most -> texts.add(PREFIX + BUDGET + "=" + DurationText.format(most)));
        if (rehearsal) {
            texts.add(PREFIX + REHEARSE + "=true");
        }
        return texts;
    }

    private static void add(String key, Set<String> names, List<String> texts) {
        if (!names.isEmpty()) {
            texts.add(PREFIX + key + "=" + String.join(",", new TreeSet<>(names)));
        }
    }

    /**
     * The trials of a study as far as they are asked for.
     *
     * @throws ScenarioException with all problems of the file
     * @throws IllegalArgumentException when a test or a system is named that the study has not
     */
    public StudyPlan plan(String fileName, String text) throws ScenarioException {
        Study study = StudyFile.read(fileName, text, overrides, rehearsal);
        check("--only", "tests", choice.tests(), study, test -> test.test());
        check("--systems", "systems", choice.systems(), study, test -> test.system());
        return StudyPlan.of(study, choice);
    }

    private static void check(
            String option, String what, Set<String> wanted, Study study, Function<StudyCell, String> name) {
        Set<String> known = study.cells().stream().map(name).collect(Collectors.toCollection(TreeSet::new));
        wanted.stream().filter(one -> !known.contains(one)).findFirst().ifPresent(one -> {
            throw new IllegalArgumentException(option + ": the study " + study.name() + " has no '" + one + "'; its "
                    + what + ": " + String.join(", ", known));
        });
    }
}
