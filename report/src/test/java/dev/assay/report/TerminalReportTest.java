package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.RunAnalysis;
import dev.assay.model.spec.DiskLayout;
import dev.assay.model.spec.FolderPaths;
import dev.assay.model.spec.NodeDisks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TerminalReportTest {
    @Test
    void a_run_with_losses_reads_as_it_always_did() throws IOException {
        assertGolden("terminal-stalled.txt", TerminalReport.render(SampleRuns.stalled(), false));
    }

    @Test
    void trials_at_two_levels_read_as_they_always_did() throws IOException {
        assertGolden("terminal-levels.txt", TerminalReport.render(SampleRuns.mixedLevels(), false));
    }

    @Test
    void phases_groups_findings_and_a_verdict_that_changed_are_told() throws IOException {
        assertGolden("terminal-phases.txt", TerminalReport.render(SampleRuns.phases(), false));
    }

    @Test
    void a_search_for_capacity_shows_its_bounds_and_what_they_rest_on() throws IOException {
        String text = TerminalReport.render(SampleRuns.capacity(), false);
        assertGolden("terminal-capacity.txt", text.substring(0, text.indexOf("\n#1 ")));
    }

    @Test
    void a_level_that_settings_undo_is_flagged() {
        assertThat(TerminalReport.render(SampleRuns.weakenedLevel(), false).replaceAll("\\s+", " "))
                .contains(
                        "level-1 (replicated and synced; effective level-4, in memory, because of settings.kafka.producer.acks=1 and"
                                + " settings.kafka.topic.flush.messages=1000):"
                                + " acknowledged after one node has it in memory");
    }

    @Test
    void emulated_disks_are_called_so() {
        String said = "2 disks a node, emulated by loop devices on one disk";
        SampleTrial trial = new SampleTrial();
        assertThat(TerminalReport.render(SampleRuns.of("quick", List.of(trial.build())), false))
                .doesNotContain("emulated");
        trial.disks = new NodeDisks(2, DiskLayout.USUAL, FolderPaths.NONE);
        RunAnalysis run = SampleRuns.of("quick", List.of(trial.build()));

        assertThat(TerminalReport.render(run, false).replaceAll("\\s+", " ")).contains(said);
        assertThat(HtmlReport.render(run)).contains(said);
    }

    @ParameterizedTest
    @MethodSource("runs")
    void no_line_is_wider_than_100_columns(RunAnalysis run) {
        assertThat(TerminalReport.render(run, false).lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
    }

    @Test
    void a_run_without_trials_says_so() {
        assertThat(TerminalReport.render(SampleRuns.empty(), false)).contains("INVALID: No trial finished");
    }

    @Test
    void colours_are_all_that_ansi_adds() {
        String coloured = TerminalReport.render(SampleRuns.stalled(), true);
        assertThat(coloured).contains("\u001b[31m").contains("\u001b[33m");
        assertThat(coloured.replaceAll("\u001b\\[\\d*m", ""))
                .isEqualTo(TerminalReport.render(SampleRuns.stalled(), false));
    }

    @Test
    void control_characters_of_a_scenario_do_not_reach_the_terminal() {
        SampleTrial trial = new SampleTrial();
        trial.label = "red\u001b[31m\rgone";
        RunAnalysis run = SampleRuns.of("quick", List.of(trial.build()));
        assertThat(TerminalReport.render(run, false).chars())
                .allMatch(letter -> letter == '\n' || !Character.isISOControl(letter));
    }

    static Stream<RunAnalysis> runs() {
        return Stream.of(
                SampleRuns.single(),
                SampleRuns.stalled(),
                SampleRuns.mixedLevels(),
                SampleRuns.weakenedLevel(),
                SampleRuns.repeated(),
                SampleRuns.phases(),
                SampleRuns.capacity(),
                SampleRuns.hostile(),
                SampleRuns.empty());
    }

    /** With {@code -Dassay.goldens=write} the files are written instead of compared. */
    private static void assertGolden(String name, String text) throws IOException {
        Path file = Path.of("src/test/resources/dev/assay/report", name);
        if ("write".equals(System.getProperty("assay.goldens"))) {
            Files.writeString(file, text);
        }
        assertThat(text).isEqualTo(Files.readString(file));
    }
}
