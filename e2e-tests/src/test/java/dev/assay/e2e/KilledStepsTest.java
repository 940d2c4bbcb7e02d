package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.daemon.ClusterRegistration;
import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import dev.assay.store.RunDirectory;
import dev.assay.testing.ssh.FakeSsh;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kills Assay by signal 9 at each named step of its commands: afterwards nothing runs, the next command or {@code cleanup} says what was
 * left, and a second try works. The steps with their outcomes are printed as a table, which {@code target/killed-steps.md} keeps.
 */
@Tag("slow")
class KilledStepsTest {
    private static final Duration MAX = AssayProgram.PATIENCE;
    private static final KillTable TABLE = new KillTable();
    /** Lists how a run of a card ends: by what the machine let it measure, its figures are the same or not, count or not. */
    private static final Set<Integer> ANSWERS = Set.of(0, 5, 8, 11);

    private static final String FETCHED = "the run is here";
    private static final String JARS_LACK = "the jars have not come yet";
    private static final String NOT_BEGUN = "was killed before it began";
    private static final List<String> CARD = List.of("quiet.card", "card.md", "badge.svg");

    /** Is a recorded run of eight short trials whose figures count. */
    private static final Path RECORDED =
            Path.of("src/test/resources/frozen/runs/quiet").toAbsolutePath();

    @TempDir
    Path folder;

    private AssayProgram assay;

    @AfterAll
    static void print() throws IOException {
        String table = TABLE.text();
        Files.writeString(Path.of("target", "killed-steps.md"), table);
        System.out.println(table);
    }

    @AfterEach
    void endWhatIsLeft() throws Exception {
        Processes.endAll(folder);
    }

    @BeforeEach
    void writeScenarios() throws IOException {
        assay = AssayProgram.in(folder).quickly();
        assay.write("one.yaml", Scenarios.memory("100 B", "2 s"));
        assay.write("two.yaml", Scenarios.memory("[100 B, 200 B]", "2 s"));
        assay.write("nats.yaml", Scenarios.quickest("2 s"));
    }

    static Stream<KillStep> run() {
        return Stream.of(
                KillStep.made("its leases", "cache/leases/*"),
                KillStep.made("the run's folder", "runs/*"),
                KillStep.made("the run's record", "runs/*/run.json"),
                KillStep.made("the trial's folder", "runs/*/trials/*"),
                KillStep.said("connecting", "connecting"),
                KillStep.said("topics", "creating topics"),
                KillStep.said("warm-up", "\\[1/1.* warmup"),
                KillStep.said("load", "\\[1/1.* measure.* left"),
                KillStep.said("draining", "draining"),
                KillStep.said("ledgers", "collecting the ledgers"),
                KillStep.made("the trial's record", "runs/*/trials/*/trial.json"),
                KillStep.made("the summary", "runs/*/summary.json"),
                KillStep.made("the report", "runs/*/report.html"));
    }

    @ParameterizedTest
    @MethodSource
    void run(KillStep step) throws Exception {
        killed(step, "run", "one.yaml");

        runIsTriedAgain("run", step, "one.yaml");
    }

    static Stream<KillStep> runOnServers() {
        return Stream.of(
                KillStep.said("its servers", "Starting NATS"),
                KillStep.made("the servers' folder", "cache/clusters/*/*"),
                KillStep.said("topics", "creating topics"),
                KillStep.said("load", "\\[1/1.* measure.* left"));
    }

    @ParameterizedTest
    @MethodSource
    void runOnServers(KillStep step) throws Exception {
        Running killed = killed(step, "run", "nats.yaml");

        String left = assay.clusterData().isEmpty() ? "nothing" : "data of servers";
        Ended next = measured("run", "one.yaml");
        String said = "";
        if (!left.equals("nothing")) {
            said = line(next, "left by an earlier Assay");
            assertThat(said).contains("Deleted ", "process " + killed.pid());
        }
        assertThat(assay.clusterData()).isEmpty();
        Ended again = measured("run", "nats.yaml");
        assertNothingIsLeft();
        TABLE.add("run (servers)", step, left, said, "run: " + again.code());
    }

    static Stream<KillStep> resume() {
        return Stream.of(
                KillStep.said("the first trial put aside", "did not finish"),
                KillStep.said("load of the first trial", "\\[1/2.* measure.* left"),
                KillStep.said("load of the second", "\\[2/2.* measure.* left"),
                KillStep.said("ledgers of the second", "\\[2/2.* collecting the ledgers"),
                KillStep.made("the summary", "runs/*/summary.json"));
    }

    @ParameterizedTest
    @MethodSource
    void resume(KillStep step) throws Exception {
        killed(KillStep.said("warm-up of the first", "\\[1/2.* warmup"), "run", "two.yaml");

        killed(step, "run", "--resume", assay.runs().getFirst().toString());

        runIsTriedAgain("run --resume", step, "two.yaml");
    }

    static Stream<KillStep> card() {
        return Stream.of(
                KillStep.made("the first file", "*card*/*"),
                KillStep.made("the card", "card/*.card"),
                KillStep.made("the last file", "card/badge.svg"));
    }

    @ParameterizedTest
    @MethodSource
    void card(KillStep step) throws Exception {
        String[] command = {"card", RECORDED.toString(), "--to", "card"};

        killed(step, command);

        String left = names(folder.resolve("card"));
        List<Path> unfinished = temporaryFiles();
        assertThat(left).matches("((quiet\\.card|card\\.md|badge\\.svg)(\\.[0-9a-f-]{36}\\.tmp)? ?){1,6}");
        List<Path> whole = CARD.stream()
                .map(folder.resolve("card")::resolve)
                .filter(Files::exists)
                .toList();
        Ended second = assay.run(MAX, command);
        assertThat(second.code()).as(second.said()).isEqualTo(whole.isEmpty() ? 0 : 2);
        if (!whole.isEmpty()) {
            assertThat(second.err()).contains("already exists: remove it").hasLineCount(1);
            command[3] = "another";
            assertThat(assay.run(MAX, command).code()).isZero();
        }
        Path card = folder.resolve(command[3]);
        assertThat(CARD).allSatisfy(name -> assertThat(card.resolve(name)).isNotEmptyFile());
        assertThat(whole).allSatisfy(file -> assertThat(file).hasSameBinaryContentAs(card.resolve(file.getFileName())));
        assertThat(temporaryFiles()).containsExactlyInAnyOrderElementsOf(unfinished);
        TABLE.add("card", step, left, line(second, ""), "card --to %s: 0".formatted(command[3]));
    }

    static Stream<KillStep> runOfCard() {
        return Stream.of(
                KillStep.said("what is to be run", "To be run here"),
                KillStep.made("the run's record", "runs/*/run.json"),
                KillStep.said("load of the second trial", "\\[2/8.* measure.* left"));
    }

    @ParameterizedTest
    @MethodSource
    void runOfCard(KillStep step) throws Exception {
        Ended card = assay.run(MAX, "card", RECORDED.toString(), "--to", "card");
        assertThat(card.code()).as(card.said()).isZero();
        String[] command = {"run", "card/quiet.card", "--yes"};

        killed(step, command);

        String left = runFolder();
        Ended second = assay.run(MAX, command);
        assertThat(second.code()).as(second.said()).isIn(ANSWERS);
        String said = left.equals("nothing") ? "nothing was begun" : ofCleanup();
        assertNothingIsLeft();
        TABLE.add("run CARD", step, left, said, "run CARD: " + second.code());
    }

    static Stream<KillStep> clusterUp() {
        return Stream.of(
                KillStep.made("its process", "cache/leases/*"),
                KillStep.made("its record", "cache/named-clusters/nats"),
                KillStep.made("its logs", "cache/named-clusters/nats/logs"),
                KillStep.made("its server", "cache/clusters/*/*"),
                KillStep.made("its settings", "cache/named-clusters/nats/settings.json"),
                KillStep.said("it is up", "measure it"));
    }

    @ParameterizedTest
    @MethodSource
    void clusterUp(KillStep step) throws Exception {
        ClusterRegistration nats = ClusterRegistration.of("nats", new AssayCache(assay.cache()));
        String[] command = {"cluster", "up", "nats", "--set", "nodes=1", "--durability", "level-4"};

        step.kill(assay, assay.start(command));

        Until.holds(
                "it is up, or nothing runs",
                MAX,
                () -> isUp(nats) || Processes.of(folder).isEmpty());
        String left = isUp(nats) ? "the cluster, up" : "nothing that runs";
        Ended status = assay.run(MAX, "cluster", "status", "nats");
        Ended second = assay.run(MAX, command);
        // What was killed shortly before it had said so may end soon after it was up.
        boolean goesOn =
                left.contains("up") && !second.said().contains("Removed the remains of an earlier nats cluster.");
        assertThat(second.code()).as(second.said()).isEqualTo(goesOn ? 3 : 0);
        Ended down = assay.run(MAX, "cluster", "down", "nats");
        assertThat(down.code()).as(down.said()).isZero();
        assertThat(assay.clusterData()).isEmpty();
        assertNothingIsLeft();
        TABLE.add(
                "cluster up", step, left, line(status, ""), "cluster up: " + second.code() + ", down: " + down.code());
    }

    private static boolean isUp(ClusterRegistration slot) {
        try {
            return slot.requireWhole().isReady();
        } catch (DeploymentException notYet) {
            return false;
        }
    }

    static Stream<KillStep> ssh() {
        return Stream.of(
                KillStep.made("the first connection", "ssh/homes/load-1"),
                KillStep.said("copying", "copying [0-9]+ jars"),
                KillStep.made("the first copy", "ssh/homes/load-1/.cache/assay/fleet/{incoming,jars}/**"),
                KillStep.made("the worker's folder there", "ssh/homes/load-1/.cache/assay/fleet/running/**"),
                KillStep.said("connecting", "connecting"),
                KillStep.said("load", "\\[1/1.* measure.* left"),
                KillStep.said("ledgers", "collecting the ledgers"));
    }

    @ParameterizedTest
    @MethodSource
    void ssh(KillStep step) throws Exception {
        FakeSsh ssh = FakeSsh.in(folder.resolve("ssh"), Path.of(System.getProperty("java.home")));
        assay.with("PATH", ssh.programs() + File.pathSeparator + System.getenv("PATH"));
        String[] command = {"run", "one.yaml", "--workers-on", "ssh:load-1"};

        killed(step, command);

        String fleet = ".cache/assay/fleet/";
        String left = "jars: %d, copies: %d, running: %d"
                .formatted(
                        ssh.files("load-1", fleet + "jars").size(),
                        ssh.files("load-1", fleet + "incoming").size(),
                        ssh.files("load-1", fleet + "running").size());
        Ended second = measured(command);
        assay.awaitNothingRunning(MAX);
        Ended cleanup = assay.run(MAX, "cleanup", "--workers-on", "ssh:load-1");
        assertThat(cleanup.code()).as(cleanup.said()).isZero();
        assertThat(ssh.files("load-1", ".cache")).isEmpty();
        assertNothingIsLeft();
        TABLE.add("run by ssh", step, left, line(cleanup, "load-1"), "run: " + second.code());
    }

    static Stream<KillStep> fetch() {
        return Stream.of(
                KillStep.said("fetching", "Fetching "),
                KillStep.made("the first file", "cache/repository/io/**"),
                KillStep.made("the jar", "cache/repository/io/nats/jnats/*/*.jar*"),
                KillStep.made("all that is fetched", "cache/classpaths/*"));
    }

    /** Fetches the client's jars from a repository of this machine; servers and all else are there. */
    @ParameterizedTest
    @MethodSource
    void fetch(KillStep step) throws Exception {
        try (SlowRepository repository = SlowRepository.of(AssayProgram.sharedRepository())) {
            assay.with("ASSAY_MAVEN_REPO", repository.url()).with("ASSAY_MAVEN_REPO_HTTP", "allowed");
            Files.delete(assay.cache().resolve("classpaths"));
            Path fetched = assay.cache().resolve("repository");
            Files.delete(fetched);
            Files.createSymbolicLink(
                    Files.createDirectory(fetched).resolve("pypi"),
                    AssayProgram.sharedRepository().resolve("pypi"));

            killed(step, "run", "nats.yaml");

            List<Path> unfinished = temporaryFiles();
            String left = "%d unfinished files".formatted(unfinished.size());
            for (Path file : unfinished) {
                Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
            }
            int served = repository.served();
            Ended second = measured("run", "nats.yaml");
            assertNothingIsLeft();
            String said = "";
            if (unfinished.stream().anyMatch(file -> file.startsWith(fetched))) {
                said = line(second, "Deleted ");
            } else if (repository.served() > served) {
                said = line(second, "Fetching ");
            }
            TABLE.add(
                    "fetch",
                    step,
                    left + ", %d whole ones".formatted(served),
                    said,
                    "run: %d, %d files".formatted(second.code(), repository.served() - served));
        }
    }

    static Stream<KillStep> inPods() {
        return Stream.of(
                KillStep.said("its pods", "starting [0-9]+ pods of assay-[0-9a-f]+"),
                KillStep.said("its jars", "sending [0-9]+ MiB"),
                KillStep.said("connecting", "connecting"),
                KillStep.said("load", "\\[1/1.* measure.* left"),
                KillStep.made("the run as it arrives", "runs/.*"),
                KillStep.said(FETCHED, "the run is in "));
    }

    @ParameterizedTest
    @MethodSource
    void inPods(KillStep step) throws Exception {
        RealKubernetes.require();
        assay.with("KUBECONFIG", System.getenv("KUBECONFIG"));
        String[] command = RealKubernetes.run(assay, "one.yaml", RealKubernetes.image());

        Running killed = killed(step, command);

        Matcher name = Pattern.compile("pods of (assay-[0-9a-f]+)").matcher(killed.out());
        assertThat(name.find()).isTrue();
        String left = "objects: %d, runs here: %d"
                .formatted(
                        RealKubernetes.objects().lines().count(), assay.runs().size());
        Running attaching = assay.start("kubernetes", "attach", name.group(1));
        Until.holds(
                "it ends, or waits for the jars",
                MAX,
                () -> !attaching.process().isAlive() || attaching.out().contains(JARS_LACK));
        if (attaching.process().isAlive()) {
            RealKubernetes.kubectl("delete job " + name.group(1));
        }
        Ended attached = attaching.await(MAX);
        boolean fetched = attached.code() == 0;
        boolean hasJars = !List.of("its pods", "its jars").contains(step.name());
        if (!step.name().equals(FETCHED)) { // Then its objects may be gone already.
            assertThat(fetched).as(attached.said()).isEqualTo(hasJars);
        }
        assertThat(attached.code()).as(attached.said()).isIn(0, 3);
        assertThat(attached.said()).doesNotContain("\tat ");
        if (hasJars) {
            assertThat(RunDirectory.open(assay.runs().getFirst()).missing()).isEmpty();
        }
        Until.holds("no object is left", MAX, () -> RealKubernetes.objects().isEmpty());
        Ended again = measured(command);
        assertThat(RealKubernetes.objects()).isEmpty();
        assertNothingIsLeft();
        TABLE.add(
                "run in pods",
                step,
                left,
                "attach: " + line(attached, fetched ? "the run is in " : ""),
                "attach: %d, run: %d".formatted(attached.code(), again.code()));
    }

    /** Kills a command at the step; returns once nothing of it runs and the machine has no trace of it. */
    private Running killed(KillStep step, String... command) throws Exception {
        Running running = assay.start(command);
        step.kill(assay, running);
        awaitNothingRunningOrMounted();
        return running;
    }

    /** Cleans up after the killed run, resumes it, and, where that is refused with a reason, reports it or runs it anew. */
    private void runIsTriedAgain(String command, KillStep step, String scenario) throws Exception {
        String left = runFolder();
        String said = ofCleanup();
        String secondTry;
        if (assay.runs().isEmpty()) {
            secondTry = "run: " + measured("run", scenario).code();
        } else {
            Path killed = assay.runs().getFirst();
            boolean begun = hasBegun(killed);
            boolean finished = begun && RunDirectory.open(killed).missing().isEmpty();
            Ended resumed = assay.run(MAX, "run", "--resume", killed.toString());
            if (begun && !finished) {
                FinishedTrials.assertMeasured(resumed);
                secondTry = "run --resume: " + resumed.code();
            } else {
                assertThat(resumed.code()).as(resumed.said()).isEqualTo(2);
                assertThat(resumed.err()).hasLineCount(1).contains(finished ? "is finished" : NOT_BEGUN);
                secondTry = "run --resume: " + line(resumed, "") + "; ";
                if (finished) {
                    Ended report = measured("report", killed.toString());
                    secondTry += "report: %d; ".formatted(report.code());
                }
                secondTry += "run: " + measured("run", scenario).code();
            }
        }
        assertNothingIsLeft();
        TABLE.add(command, step, left, said, secondTry);
    }

    private Ended measured(String... command) throws Exception {
        Ended ended = assay.run(MAX, command);
        FinishedTrials.assertMeasured(ended);
        return ended;
    }

    /** Returns what cleanup says of the first run. */
    private String ofCleanup() throws Exception {
        if (assay.runs().isEmpty()) {
            return "";
        }
        Path killed = assay.runs().getFirst();
        Ended cleanup = assay.run(MAX, "cleanup", killed.toString());
        boolean begun = hasBegun(killed);
        assertThat(cleanup.code()).as(cleanup.said()).isEqualTo(begun ? 0 : 2);
        assertThat(cleanup.said()).doesNotContain("\tat ");
        return "cleanup: " + line(cleanup, begun ? "nothing is left of the run in" : NOT_BEGUN);
    }

    private static boolean hasBegun(Path run) {
        return Files.exists(run.resolve("run.json"));
    }

    private String runFolder() throws IOException {
        return assay.runs().isEmpty() ? "nothing" : names(assay.runs().getFirst());
    }

    private void assertNothingIsLeft() throws Exception {
        awaitNothingRunningOrMounted();
        Path leases = assay.cache().resolve("leases");
        if (Files.exists(leases)) {
            assertThat(leases).isEmptyDirectory();
        }
        assertThat(temporaryFiles()).isEmpty();
    }

    private void awaitNothingRunningOrMounted() throws Exception {
        assay.awaitNothingRunning(MAX);
        Until.holds(
                "nothing is mounted",
                MAX,
                () -> !Files.readString(Path.of("/proc/self/mountinfo")).contains(folder.toString()));
    }

    private List<Path> temporaryFiles() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().matches(".*\\.(tmp|new)")).toList();
        }
    }

    /** Returns the first line of what a command said that has the text, with the test's folder left out; fails where none has it. */
    private String line(Ended ended, String text) {
        return ended.said()
                .lines()
                .filter(each -> each.contains(text))
                .findFirst()
                .orElseThrow(() -> new AssertionError("nobody says '" + text + "': " + ended))
                .replace(folder.toString() + "/", "")
                .replace("|", "/");
    }

    /** Returns the names in a folder, separated by spaces; {@code nothing} where there is none. */
    private static String names(Path folder) {
        String[] names = folder.toFile().list();
        if (names == null || names.length == 0) {
            return "nothing";
        }
        List<String> sorted = new ArrayList<>(Arrays.asList(names));
        sorted.sort(null);
        return String.join(" ", sorted);
    }
}
