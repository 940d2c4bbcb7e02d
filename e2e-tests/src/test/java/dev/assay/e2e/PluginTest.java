package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.assay.cluster.artifact.Sha256;
import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.model.result.TrialRecord;
import dev.assay.store.RunDirectory;
import dev.assay.testing.ssh.FakeSsh;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Checks that a system is added from outside by a jar named on the command line, and by nothing else. */
class PluginTest {
    private static final Path DOCUMENT = Path.of("../docs/ADDING-A-SYSTEM.md");
    private static final String QUICK = "timing={ warmup: 1 s, measure: 2 s, drain: 30 s }";

    @TempDir
    Path folder;

    @AfterEach
    void endWhatIsLeft() throws Exception {
        Processes.endAll(folder);
    }

    private AssayProgram assay() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        Files.copy(PluginJar.EXAMPLE.resolve("spool.yaml"), folder.resolve("spool.yaml"));
        return assay;
    }

    private static Ended run(AssayProgram assay, String... arguments) throws Exception {
        return assay.run(AssayProgram.PATIENCE, arguments);
    }

    /** Asserts that the sentence is printed and no run was made. */
    private static void assertRefused(Ended ended, String... sentence) {
        assertThat(ended.code()).as(ended.said()).isEqualTo(2);
        assertThat(ended.err().strip()).contains(sentence).hasLineCount(1);
    }

    @Test
    @Tag("slow")
    @Tag("alone")
    void whatIsMeasuredIsGoneOnWithAndPassedOnOnlyWithTheSameJar() throws Exception {
        AssayProgram assay = assay();
        String jar = PluginJar.built(folder).toString();
        String sha256 = Sha256.ofFile(Path.of(jar));

        Ended ended = run(assay, "run", "spool.yaml", "--plugin", jar, "--set", QUICK, "--budget", "5 s");
        assertThat(ended.out()).as(ended.said()).contains("--resume");
        Path begun = assay.runs().getFirst();
        assertThat(RunDirectory.open(begun).record().artifacts()).containsExactly(entry("plugin spool", sha256));
        try (Stream<Path> known = Files.list(assay.cache().resolve("own-runs"))) {
            assertThat(known)
                    .isNotEmpty()
                    .allSatisfy(run -> assertThat(run).content().doesNotContain("spool.jar"));
        }

        assertRefused(
                run(assay, "run", "--resume", begun.toString()),
                "its system 'spool' comes from a plugin, so give that, whose SHA-256 is " + sha256 + ": --plugin JAR");
        String other = PluginJar.jar(
                        folder.resolve("other.jar"),
                        "-C",
                        folder.resolve("classes").toString(),
                        ".",
                        "-C",
                        PluginJar.EXAMPLE.toString(),
                        "META-INF",
                        "-C",
                        PluginJar.EXAMPLE.toString(),
                        "spool.yaml")
                .toString();
        assertRefused(
                run(assay, "run", "--resume", begun.toString(), "--plugin", other),
                "its plugin for 'spool' had the SHA-256 " + sha256,
                "and " + other + " has ");
        FinishedTrials.assertMeasured(run(assay, "run", "--resume", begun.toString(), "--plugin", jar));

        List<TrialRecord> trials = new ArrayList<>();
        RunDirectory.readRun(begun).trials().forEach(trial -> {
            FinishedTrials.assertSound(trial);
            trials.add(trial.trial());
        });
        assertThat(trials).extracting(trial -> trial.durability().label()).containsExactly("level-3", "level-4");
        assertThat(trials.getFirst().system().client()).isEqualTo("spool 1");
        assertThat(run(assay, "report", begun.toString()).code()).isIn(0, 5);
        assertThat(assay.clusterData()).isEmpty();

        assertThat(run(assay, "card", begun.toString(), "--to", "card").code()).isZero();
        Ended card = run(assay, "run", "card/spool.card", "--yes");
        assertThat(card.code()).isEqualTo(2);
        assertThat(card.err())
                .contains("there is no system called 'spool'", "needs --plugin JAR")
                .doesNotContain(".jar");
        assertRefused(run(assay, "run", "card/spool.card", "--yes", "--plugin", other), "had the SHA-256 " + sha256);
    }

    @Test
    @Tag("slow")
    void workersThatAreStartedBySshGetTheJar() throws Exception {
        FakeSsh ssh = FakeSsh.in(folder.resolve("ssh"), Path.of(System.getProperty("java.home")));
        AssayProgram assay = assay().with("PATH", ssh.programs() + File.pathSeparator + System.getenv("PATH"));
        String jar = PluginJar.built(folder).toString();

        FinishedTrials.assertMeasured(run(
                assay,
                "run",
                "spool.yaml",
                "--plugin",
                jar,
                "--set",
                QUICK,
                "--set",
                "durability=level-4",
                "--workers-on",
                "ssh:load-1"));

        FinishedTrials.assertSound(FinishedTrials.only(assay));
        assertThat(ssh.files("load-1", ".cache/assay/fleet/jars"))
                .anySatisfy(copy -> assertThat(copy).hasSameBinaryContentAs(Path.of(jar)));
    }

    @Test
    @Tag("slow")
    void itsKeysAreKnownAndItsDriverKeepsTheContract() throws Exception {
        AssayProgram assay = assay();
        Path jar = PluginJar.built(folder);

        Ended schema = run(assay, "list", "--schema", "--plugin", jar.toString());
        assertThat(schema.out())
                .contains("\"spool\" : {", "before it looks again")
                .endsWith("}\n");
        Ended wrong = run(assay, "plan", "spool.yaml", "--plugin", jar.toString(), "--set", "systems.spool.pol=1 ms");
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).contains("did you mean 'poll'?");

        Path tests = PluginJar.compiled(
                folder.resolve("tests"),
                jar + File.pathSeparator + System.getProperty("java.class.path"),
                "SpoolContractTest");
        try (URLClassLoader classes = new URLClassLoader(
                new URL[] {jar.toUri().toURL(), tests.toUri().toURL()}, PluginTest.class.getClassLoader())) {
            SummaryGeneratingListener listener = new SummaryGeneratingListener();
            LauncherFactory.create()
                    .execute(
                            LauncherDiscoveryRequestBuilder.request()
                                    .selectors(selectClass(classes.loadClass("spool.SpoolContractTest")))
                                    .build(),
                            listener);
            TestExecutionSummary summary = listener.getSummary();
            assertThat(summary.getFailures()).isEmpty();
            assertThat(summary.getTestsSucceededCount()).isEqualTo(27);
            assertThat(summary.getTestsAbortedCount()).isEqualTo(12);
        }
    }

    @Test
    @Tag("slow")
    void whatIsNoSystemForThisAssayIsRefusedWithOneSentence() throws Exception {
        AssayProgram assay = assay();
        String jar = PluginJar.built(folder).toString();
        String copy = Files.copy(Path.of(jar), folder.resolve("copy.jar")).toString();
        String properties = "META-INF/assay/driver.properties";
        String systems = "META-INF/services/dev.assay.model.spec.MessagingSystem";
        String none = PluginJar.without(folder, "none", systems, "").toString();
        String old = PluginJar.without(folder, "old", properties, "assay.version=0.0.9")
                .toString();
        String empty = PluginJar.without(folder, "empty", "no", "").toString();
        Path inRun = Files.createDirectories(folder.resolve("runs/1"));
        Files.writeString(inRun.resolve("run.json"), "{ \"format\": 1 }");

        assertRefused(
                run(assay, "plan", "spool.yaml", "--plugin", "spool.yaml"), "spool.yaml can't be read as a jar: ");
        assertRefused(run(assay, "plan", "spool.yaml", "--plugin", none), none + " has no system: it lacks " + systems);
        assertRefused(
                run(assay, "plan", "spool.yaml", "--plugin", old),
                "was built for Assay 0.0.9, and this is Assay 0.1.0");
        assertRefused(run(assay, "plan", "spool.yaml", "--plugin", empty), empty + " does not fit this Assay");
        assertRefused(
                run(assay, "plan", "spool.yaml", "--plugin", jar, "--plugin", copy),
                copy + " has the system 'spool', but there is one of that name already, in " + jar);
        assertRefused(
                run(
                        assay,
                        "plan",
                        "spool.yaml",
                        "--plugin",
                        Files.copy(Path.of(jar), inRun.resolve("a.jar")).toString()),
                "lies in a run directory, which may come from anybody");
        for (String[] pods : new String[][] {
            {"run", "spool.yaml", "--workers-on", "kubernetes"},
            {"plan", "spool.yaml", "--workers-on", "kubernetes"},
            {"kubernetes", "manifest", "spool.yaml"}
        }) {
            String[] words =
                    Stream.concat(Stream.of(pods), Stream.of("--plugin", jar)).toArray(String[]::new);
            assertRefused(run(assay, words), "--plugin: a run in pods has Assay's own systems only");
        }
    }

    /** The document's quotations are in the example, word for word, and the document names each file of it. */
    @Test
    void theDocumentQuotesTheExample() throws Exception {
        String document = Files.readString(DOCUMENT);
        StringBuilder example = new StringBuilder();
        int lines = 0;
        try (Stream<Path> files = Files.walk(PluginJar.EXAMPLE)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(document).contains(file.getFileName().toString());
                example.append(Files.readString(file).replaceAll("(?m)^ +", ""));
                lines += file.toString().matches(".*Spool(System|Driver)\\.java")
                        ? Files.readAllLines(file).size()
                        : 0;
            }
        }
        Matcher quotes =
                Pattern.compile("```(?:java|yaml)\n(.*?)```", Pattern.DOTALL).matcher(document);
        assertThat(quotes.results().map(quote -> quote.group(1).replaceAll("(?m)^ +", "")))
                .isNotEmpty()
                .allSatisfy(quote -> assertThat(example).contains(quote));
        assertThat(lines).as("lines of the system").isLessThan(300);
    }
}
