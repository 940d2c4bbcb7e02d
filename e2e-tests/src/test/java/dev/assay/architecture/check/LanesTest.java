package dev.assay.architecture.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.architecture.text.ProjectTree;
import dev.assay.architecture.text.TextFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** That `check --long` runs each test, whatever its tags, in one of the lanes of `bin/lanes.sh`. */
class LanesTest {
    private static final Pattern TAG = Pattern.compile("@Tag\\(\"([^\"]+)\"\\)");
    private static final Pattern OF_A_CLASS = Pattern.compile("(?m)(?:^@.*\\n)+");
    private static final Pattern OF_A_MEMBER = Pattern.compile("(?m)(?:^ +@.*\\n)+");

    /** The tests that Maven is told to run. */
    private record Lane(Set<String> groups, Set<String> excluded) {
        static Lane of(String name) throws Exception {
            Process shell = new ProcessBuilder("bash", "-c", ". bin/lanes.sh; lane_options " + name + " long")
                    .directory(Path.of("..").toFile())
                    .redirectErrorStream(true)
                    .start();
            String options = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(shell.waitFor()).as(options).isZero();
            return new Lane(names(options, "-Dgroups="), names(options, "-DexcludedGroups="));
        }

        private static Set<String> names(String options, String option) {
            return Pattern.compile(" " + option + "(\\S+)")
                    .matcher(options)
                    .results()
                    .flatMap(found -> Pattern.compile("[,|]").splitAsStream(found.group(1)))
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        boolean runs(Set<String> tags) {
            return (groups.isEmpty() || tags.stream().anyMatch(groups::contains))
                    && tags.stream().noneMatch(excluded::contains);
        }
    }

    private static List<Lane> lanes() throws Exception {
        List<Lane> lanes = new ArrayList<>();
        for (String name : List.of("fast", "servers", "measures")) {
            lanes.add(Lane.of(name));
        }
        return lanes;
    }

    @Test
    void eachTestIsInOneLane() throws Exception {
        List<Lane> lanes = lanes();

        assertThat(tagsOfTests())
                .hasSizeGreaterThan(3)
                .allSatisfy(tags -> assertThat(lanes.stream().filter(lane -> lane.runs(tags)))
                        .as("lanes of tests tagged " + tags)
                        .hasSize(1));
    }

    /** One that none of them knows, for example misspelt, would be run with the fast tests. */
    @Test
    void eachTagIsOneThatALaneAsksFor() throws Exception {
        Set<String> asked =
                lanes().stream().flatMap(lane -> lane.groups().stream()).collect(Collectors.toSet());

        assertThat(asked)
                .containsAll(tagsOfTests().stream().flatMap(Set::stream).toList());
    }

    /** Each set of tags that some test has, by itself and by its class. */
    private static Set<Set<String>> tagsOfTests() {
        Set<Set<String>> all = new HashSet<>();
        for (TextFile file : ProjectTree.ofThisProject().files()) {
            if (file.path().endsWith("Test.java") && !file.path().endsWith("TestSummaryTest.java")) {
                Set<String> ofClass = OF_A_CLASS
                        .matcher(file.text())
                        .results()
                        .flatMap(annotations -> tags(annotations.group()).stream())
                        .collect(Collectors.toSet());
                all.add(ofClass);
                OF_A_MEMBER.matcher(file.text()).results().forEach(annotations -> {
                    Set<String> both = new TreeSet<>(tags(annotations.group()));
                    both.addAll(ofClass);
                    all.add(both);
                });
            }
        }
        return all;
    }

    private static Set<String> tags(String annotations) {
        return TAG.matcher(annotations).results().map(tag -> tag.group(1)).collect(Collectors.toSet());
    }
}
