package dev.assay.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.ProgramUnderTest;
import dev.assay.cli.ProgramUnderTest.Ended;
import dev.assay.model.exit.ExitCode;
import dev.assay.run.trial.VirtualRuns;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks {@code assay compare --fail-if} from the trials to the exit code, on runs in which the change is faster where it works. */
@Tag("slow")
class GateOnFailuresTest {
    private static final int BLOCKS = 8;

    @TempDir
    static Path sound;

    /** The candidate lost messages in every other block. */
    @TempDir
    static Path lossy;

    @TempDir
    Path base;

    private Path run = Path.of(".");

    @BeforeAll
    static void measure() throws Exception {
        List<PlannedTrial> trials = trials("");
        List<PlannedTrial> losing = trials(", lose-every: 100");
        List<PlannedTrial> mixed = new ArrayList<>(trials);
        for (int i = 0; i < mixed.size(); i++) {
            if (ofCandidate(mixed.get(i)) && mixed.get(i).repetition() % 2 == 0) {
                mixed.set(i, losing.get(i));
            }
        }
        VirtualRuns.of(sound, scenario(""), trials);
        VirtualRuns.of(lossy, scenario(""), mixed);
    }

    private static List<PlannedTrial> trials(String fault) throws Exception {
        return ScenarioFile.read("gate.yaml", scenario(fault), List.of(), Set.of())
                .plan()
                .trials();
    }

    private static String scenario(String fault) {
        return """
                name: gate
                repeat: %d
                systems: { memory: { law: constant, mean: [2 ms, 1 ms]%s } }
                durability: level-4
                workload: { message: { size: 100 B }, rate: 100/s, arrivals: constant }
                timing: { warmup: 0 s, measure: 25 s, drain: 5 s }
                fail-if: ['response.p50 > 1.10x', 'achieved < 0.5x']
                """.formatted(BLOCKS, fault);
    }

    private static boolean ofCandidate(PlannedTrial trial) {
        return trial.dimensions().containsValue("1 ms");
    }

    @BeforeEach
    void copy() throws IOException {
        run = copied(sound);
    }

    private Path copied(Path from) throws IOException {
        Path to = base.resolve("run-" + from.getFileName());
        Path directory = only(from);
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(directory.relativize(file).toString()));
            }
        }
        return to;
    }

    private static Path only(Path folder) throws IOException {
        try (Stream<Path> children = Files.list(folder)) {
            return children.findFirst().orElseThrow();
        }
    }

    private static Ended gate(Path run) {
        return ProgramUnderTest.run(
                "compare", run.toString(), "--baseline", "mean=2 ms", "--fail-if", "response.p50 > 1.10x");
    }

    /** Returns the folders of the candidate's trials, by block. */
    private List<Path> candidates() throws IOException {
        try (Stream<Path> folders = Files.list(run.resolve("trials"))) {
            return folders.filter(folder -> folder.getFileName().toString().contains("1ms"))
                    .sorted()
                    .toList();
        }
    }

    private static void dies(Path trial) throws IOException {
        Files.delete(trial.resolve("trial.json"));
        Files.writeString(trial.resolve("failure.txt"), "broker-1 ended with exit code 137\n");
    }

    @Test
    void aSoundChangePasses() throws IOException {
        Ended ended = gate(run);

        assertThat(candidates()).hasSize(BLOCKS);
        assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.OK.code());
        assertThat(oneLine(ended))
                .contains(
                        "response p50 was 0.50 times as large (0.50 to 0.50, n = 8 blocks): PASSED (fail if response.p50 > 1.10x): ")
                .contains("PASSED (the gate's exit code: 0)");
    }

    @Test
    void aChangeThatIsInvalidInHalfOfTheBlocksDoesNot() throws IOException {
        Ended ended = gate(copied(lossy));

        assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.GATE_FAILED.code());
        assertThat(oneLine(ended))
                .contains("mean = 1 ms failed in 4 of 8 blocks (INVALID (loss", "), mean = 2 ms in none");
    }

    @Test
    void aChangeThatDiesInHalfOfTheBlocksDoesNot() throws IOException {
        for (Path trial : candidates().subList(0, BLOCKS / 2)) {
            dies(trial);
        }
        Ended ended = gate(run);

        assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.GATE_FAILED.code());
        assertThat(oneLine(ended))
                .contains("mean = 1 ms failed in 4 of 8 blocks (did not finish), mean = 2 ms in none");
        Ended compared = ProgramUnderTest.run("compare", run.toString(), "--by", "mean", "--of", "response.p50");
        assertThat(compared.code()).as(compared.said()).isEqualTo(ExitCode.GATE_FAILED.code());
        assertThat(oneLine(compared))
                .contains("candidate in 4 of 8 blocks (did not finish)")
                .doesNotContain("NaN", "Infinity");
    }

    /** Only the scenario mentions a change none of whose trials finished. */
    @Test
    void aChangeThatNeverFinishesFails() throws IOException {
        for (Path trial : candidates()) {
            dies(trial);
        }
        Ended ended = gate(run);

        assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.GATE_FAILED.code());
        assertThat(oneLine(ended))
                .contains("mean = 1 ms failed in 8 of 8 blocks (did not finish), mean = 2 ms in none");
        Ended compared = ProgramUnderTest.run("compare", run.toString(), "--by", "mean");
        assertThat(compared.code()).as(compared.said()).isEqualTo(ExitCode.GATE_FAILED.code());
        assertThat(oneLine(compared))
                .contains("candidate in 8 of 8 blocks (did not finish)")
                .doesNotContain("NaN", "Infinity");
    }

    /** Two of eight blocks are missing; in the other six the change is faster. */
    @Test
    void aChangeThatDiesInAQuarterIsUndecided() throws IOException {
        for (Path trial : candidates().subList(0, 2)) {
            dies(trial);
        }
        Ended ended = gate(run);

        assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.INCONCLUSIVE.code());
        assertThat(oneLine(ended)).contains("6 of 8 blocks have values on both sides that count, and 80 % are needed");
    }

    @Test
    void aChangeThatNobodyRanIsNotFailedButMissed() throws IOException {
        for (Path trial : candidates().subList(0, 2)) {
            delete(trial);
        }
        Ended ended = gate(run);

        assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.INCONCLUSIVE.code());
        assertThat(RunDirectory.open(run).missing()).hasSize(2).allSatisfy(trial -> {
            assertThat(trial.failed()).isFalse();
            assertThat(trial.reason()).isEqualTo("not begun");
        });
    }

    @Test
    void unequalDurabilityIsUndecided() throws IOException {
        for (Path trial : candidates()) {
            Path record = trial.resolve("trial.json");
            String weaker = Files.readString(record)
                    .replaceFirst(
                            "\"durability\"\\s*:\\s*\\{[^}]*\\}",
                            "\"durability\": { \"asked\": \"level-4\", \"known\": true, \"given\": null, \"reasons\": [\"acks=0\"] }");
            Files.writeString(record, weaker);
        }
        Ended ended = gate(run);

        assertThat(ended.code()).as(ended.said()).isEqualTo(ExitCode.INCONCLUSIVE.code());
        assertThat(oneLine(ended))
                .contains(
                        "UNDECIDED (the gate's exit code: 8)",
                        "durability differs: mean = 1 ms at no level (asked: level-4, in memory), mean = 2 ms at level-4");
    }

    /** Uses the words of {@code compare} and the directory alone, with the file's first value as the baseline. */
    @Test
    void theScenarioSaysItselfWhatFailsARun() throws IOException {
        Ended passes = ProgramUnderTest.run("report", run.toString());
        assertThat(passes.code()).as(passes.said()).isEqualTo(ExitCode.OK.code());
        assertThat(oneLine(passes)).contains(decision(run, "PASSED")).contains("PASSED (fail if achieved < 0.50x)");
        assertThat(Files.readString(run.resolve("report.html"))).contains("fail if response.p50 &gt; 1.10x");

        Path losing = copied(lossy);
        Ended fails = ProgramUnderTest.run("report", losing.toString());
        assertThat(fails.code()).as(fails.said()).isEqualTo(ExitCode.GATE_FAILED.code());
        assertThat(oneLine(fails)).contains(decision(losing, "FAILED"));

        for (Path trial : candidates().subList(0, 2)) {
            dies(trial);
        }
        Ended undecided = ProgramUnderTest.run("report", run.toString());
        assertThat(undecided.code()).as(undecided.said()).isEqualTo(ExitCode.INCONCLUSIVE.code());
        assertThat(oneLine(undecided)).contains(decision(run, "UNDECIDED"));
    }

    @Test
    void aComparisonOfARunIsJudgedByItsOwnConditions() throws IOException {
        Path junit = base.resolve("gate.xml");
        Ended passes = ProgramUnderTest.run("compare", run.toString(), "--junit", junit.toString());
        assertThat(passes.code()).as(passes.said()).isEqualTo(ExitCode.OK.code());
        assertThat(oneLine(passes)).contains("PASSED (fail if achieved < 0.50x)", "PASSED (the gate's exit code: 0)");
        assertThat(junit).content().contains("tests=\"2\" failures=\"0\"");

        Ended fails = ProgramUnderTest.run("compare", copied(lossy).toString());
        assertThat(fails.code()).as(fails.said()).isEqualTo(ExitCode.GATE_FAILED.code());
        assertThat(fails.out()).contains("FAILED (the gate's exit code: 11)");

        Ended reversed = ProgramUnderTest.run("compare", run.toString(), "--baseline", "mean=1ms");
        assertThat(oneLine(reversed))
                .as(reversed.said())
                .contains("PASSED (fail if achieved < 0.50x)", "(the gate's exit code: " + reversed.code() + ")")
                .doesNotContain("is not judged here");
    }

    /** Returns what {@code compare} says of the condition: the pair, the ratio with its interval and blocks, the outcome and the condition. */
    private static String decision(Path run, String outcome) {
        String words = oneLine(gate(run));
        Matcher decision = Pattern.compile("mean = 1 ms against mean = 2 ms, \\S+ \\([^)]*\\): "
                        + "(response p50 was (\\S+ times as large|beyond comparison, [^(]+) \\([^)]+, n = \\d blocks\\)[^:]*: )?"
                        + outcome + " \\(fail if response\\.p50 > 1\\.10x\\): ")
                .matcher(words);
        assertThat(decision.find()).as(words).isTrue();
        return decision.group();
    }

    private static String oneLine(Ended ended) {
        return ended.out().replaceAll("\\s+", " ");
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(one);
            }
        }
    }
}
