package dev.assay.run.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.assay.cluster.AssayCache;
import dev.assay.host.process.LogTail;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.host.program.Program;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.spec.TrialSpec;
import dev.assay.run.stage.Cancellation;
import dev.assay.run.stage.Interruption;
import dev.assay.run.study.SetupGate.Hook;
import dev.assay.run.trial.TrialGate;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.StudyFile;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.scenario.study.Study;
import dev.assay.scenario.study.StudyChoice;
import dev.assay.scenario.study.StudyPlan;
import dev.assay.testing.time.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerSetupsTest {
    private static final String STUDY = """
            study: small
            title: a small one
            scenario:
              repeat: 2
              systems:
                kafka: { deployment: existing, bootstrap.servers: "kafka:9092" }
                pulsar: { deployment: existing, service.url: "pulsar://pulsar:6650", admin.url: "http://pulsar:8080" }
              workload: { rate: 500/s, partitions: 4 }
              timing: { warmup: 1 s, measure: 2 s, drain: 5 s }
            tests:
              levels:
                says: what a level costs
                cells:
                  kafka-1: { system: kafka, durability: level-1 }
                  kafka-2: { system: kafka, durability: level-2 }
                  pulsar-1: { system: pulsar, durability: level-1 }
                  pulsar-2: { system: pulsar, durability: level-2 }
            """;

    private static Plan plan(String... overrides) throws ScenarioException {
        return StudyPlan.of(StudyFile.read("small.yaml", STUDY, List.of(overrides)), StudyChoice.ALL)
                .plan();
    }

    private static List<PlannedTrial> of(Plan plan, String cell) {
        return plan.trials().stream()
                .filter(trial -> ("levels/" + cell).equals(trial.dimensions().get(StudyPlan.CELL)))
                .toList();
    }

    @Test
    void levelsOfTopicsAndProducersNeedNoServersOfTheirOwn() throws ScenarioException {
        ServerSetups setups = ServerSetups.of(plan());

        assertThat(setups.all()).hasSize(3);
        assertThat(setups.all().stream().filter(setup -> setup.system().equals("kafka")))
                .singleElement()
                .satisfies(setup -> assertThat(setup.trials())
                        .containsExactly("levels/kafka-1 (as-published)", "levels/kafka-2 (as-published)"));
    }

    private static final String MORE = """
            study: more
            title: what else servers have
            scenario:
              systems:
                kafka: { deployment: existing, bootstrap.servers: "kafka:9092", disks: { count: 2, layout: striped } }
                nats: { deployment: existing, url: "nats://nats:4222" }
                rabbitmq: { deployment: existing, queue: quorum, memory: 1 GiB, uri: "amqp://rabbit" }
              workload: { rate: 500/s }
            tests:
              levels:
                says: what a level costs
                cells:
                  kafka-2: { system: kafka, durability: level-2 }
                  nats-1: { system: nats, durability: level-1 }
                  nats-2: { system: nats, durability: level-2 }
                  rabbitmq-2: { system: rabbitmq, durability: level-2 }
            """;

    @Test
    void aSetupHasItsNameWhateverElseIsPlanned() throws ScenarioException {
        Study study = StudyFile.read("small.yaml", STUDY, List.of());
        Plan pulsar = StudyPlan.of(study, new StudyChoice(Set.of(), Set.of("pulsar"), Optional.empty()))
                .plan();
        Plan once = plan("repeat=1");

        for (String cell : List.of("pulsar-1", "pulsar-2")) {
            assertThat(name(pulsar, cell)).isEqualTo(name(plan(), cell)).isEqualTo(name(once, cell));
        }
        assertThat(name(once, "pulsar-1")).matches("pulsar-[0-9a-f]{8}").isNotEqualTo(name(once, "pulsar-2"));
    }

    private static String name(Plan plan, String cell) {
        return ServerSetups.of(plan).of(of(plan, cell).getFirst().spec()).name();
    }

    /** Disks of existing servers are requested from those who run them, and don't prevent a cell from being measured. */
    @Test
    void serversHaveWhatAssayWouldHaveGivenThem() throws ScenarioException {
        Plan plan = StudyPlan.of(StudyFile.read("more.yaml", MORE, List.of()), StudyChoice.ALL)
                .plan();

        assertThat(file(plan, "kafka-2")).contains("\n# log.dirs: a folder on each of 2 disks a node (striped)\n");
        assertThat(file(plan, "nats-1")).endsWith("\njetstream={ sync_interval: \"always\" }\n");
        assertThat(file(plan, "nats-2")).doesNotContain("jetstream");
        assertThat(file(plan, "rabbitmq-2")).endsWith("\nvm_memory_high_watermark.absolute=1073741824\n");
    }

    private static String file(Plan plan, String cell) {
        TrialSpec trial = of(plan, cell).getFirst().spec();
        return ServerSetups.of(plan).of(trial).files().getFirst().text();
    }

    @Test
    void writesWhatEachVendorReadsAndKeepsWhatIsThere(@TempDir Path folder) throws Exception {
        ServerSetups setups = ServerSetups.of(plan());
        Path configs = folder.resolve("configs");
        Files.createDirectories(configs.resolve(setups.all().getFirst().name()));
        setups.writeInto(configs);

        String unsynced = setups.of(of(plan(), "pulsar-2").getFirst().spec()).name();
        assertThat(Files.readString(configs.resolve(unsynced).resolve("bookkeeper.conf")))
                .contains("\njournalSyncData=false\n");
        assertThat(Files.readString(configs.resolve(unsynced).resolve("values.yaml")))
                .contains("    \"PULSAR_PREFIX_journalSyncData\": \"false\"\n");
        String kafka = setups.of(of(plan(), "kafka-1").getFirst().spec()).name();
        assertThat(configs.resolve(kafka).resolve("strimzi.yaml")).exists();
        assertThat(Files.readString(configs.resolve("README.txt"))).contains("levels/pulsar-2 (as-published)");
        assertThatThrownBy(() -> setups.writeInto(configs))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("is not empty");
    }

    @Test
    void aRunStopsWhereServersChangeAndGoesOnOnceItIsResumed() throws ScenarioException {
        Plan plan = plan();
        PlannedTrial synced = of(plan, "pulsar-1").getFirst();
        PlannedTrial unsynced = of(plan, "pulsar-2").getFirst();
        PlannedTrial kafka = of(plan, "kafka-1").getFirst();
        TrialGate gate = new SetupGate(ServerSetups.of(plan), Hook.NONE);

        assertThat(gate.refusal(synced)).isEmpty();
        assertThat(gate.refusal(kafka)).isEmpty();
        assertThat(gate.refusal(synced)).isEmpty();
        String needed = ServerSetups.of(plan).of(unsynced.spec()).name();
        assertThat(gate.refusal(unsynced))
                .hasValueSatisfying(text -> assertThat(text).contains("needs pulsar set up as in " + needed));

        TrialGate resumed = new SetupGate(ServerSetups.of(plan), Hook.NONE);
        resumed.passed(synced);
        resumed.passed(kafka);
        assertThat(resumed.refusal(unsynced)).isEmpty();
        assertThat(resumed.refusal(kafka)).isEmpty();
        assertThat(resumed.refusal(synced)).isPresent();
    }

    @Test
    void aHookIsAskedForEachChangeAndNoMore() throws ScenarioException {
        Plan plan = plan();
        List<String> asked = new ArrayList<>();
        TrialGate gate = new SetupGate(ServerSetups.of(plan), (setup, system) -> asked.add(setup));

        List<Optional<String>> refusals = List.of("pulsar-1", "pulsar-1", "kafka-1", "kafka-2", "pulsar-2").stream()
                .map(cell -> gate.refusal(of(plan, cell).getFirst()))
                .toList();

        assertThat(refusals).containsOnly(Optional.empty());
        ServerSetups setups = ServerSetups.of(plan);
        assertThat(asked)
                .containsExactly(
                        setups.of(of(plan, "pulsar-1").getFirst().spec()).name(),
                        setups.of(of(plan, "kafka-1").getFirst().spec()).name(),
                        setups.of(of(plan, "pulsar-2").getFirst().spec()).name());
    }

    @Test
    void clustersThatAssayStartsNeedNothing() throws ScenarioException {
        Plan plan = plan("systems.kafka.deployment=local", "systems.pulsar.deployment=local");
        TrialGate gate = new SetupGate(ServerSetups.of(plan), Hook.NONE);

        assertThat(plan.trials())
                .allSatisfy(trial -> assertThat(gate.refusal(trial)).isEmpty());
        assertThat(ServerSetups.announcement(plan)).isEmpty();
        assertThat(ServerSetups.announcement(plan())).isPresent();
    }

    @Test
    void aHookRunsWithItsOutputInTheRunAndSaysWhyItFailed(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("logs/hook.log");
        Path program = script(folder, "echo sets $2 up as in $1; [ $1 != broken ]");
        try (ProcessSupervisor supervisor = ProcessSupervisor.open(new AssayCache(folder.resolve("cache")).leases());
                Cancellation cancellation = new Cancellation()) {
            Hook hook = SetupGate.program(program.toString(), log, supervisor, cancellation);

            assertThat(hook.setUp("synced", "pulsar")).isTrue();
            assertThat(log).hasContent("sets pulsar up as in synced");
            assertThatThrownBy(() -> hook.setUp("broken", "kafka"))
                    .isInstanceOfSatisfying(
                            CommandFailure.class,
                            failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.ENVIRONMENT))
                    .hasMessageStartingWith("--hook %s failed (exit code 1). The end of %s:", program, log)
                    .hasMessageEndingWith("sets kafka up as in broken");
        }
    }

    @Test
    void aHookEndsWithTheRunThatIsInterrupted(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("logs/hook.log");
        Path program = script(folder, "echo $$; sleep 1000 & wait");
        try (ProcessSupervisor supervisor = ProcessSupervisor.open(new AssayCache(folder.resolve("cache")).leases());
                Cancellation cancellation = new Cancellation()) {
            Hook hook = SetupGate.program(program.toString(), log, supervisor, cancellation);
            FutureTask<Boolean> run = new FutureTask<>(() -> hook.setUp("synced", "pulsar"));
            Thread runThread = Thread.ofPlatform().daemon().start(run);
            assertThat(Eventually.holds(() -> LogTail.of(log, 1).matches("\\d+")))
                    .isTrue();
            ProcessHandle running =
                    ProcessHandle.of(Long.parseLong(LogTail.of(log, 1))).orElseThrow();

            new Interruption(supervisor, runThread).run();

            assertThat(running.isAlive()).isFalse();
            assertThatThrownBy(run::get).hasCauseInstanceOf(CommandFailure.class);
        }
    }

    private static Path script(Path folder, String text) throws IOException {
        Path script = Files.writeString(folder.resolve("hook.sh"), "#!/bin/sh\n" + text + "\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        return script;
    }

    @Test
    void filesBehindALinkAreFilesAndAnEmptyFolderMayBeALink(@TempDir Path folder) throws Exception {
        Path full = Files.createDirectories(folder.resolve("full/notes"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), full.getParent());
        ServerSetups setups = ServerSetups.of(plan());

        setups.writeInto(link);

        assertThat(full.resolveSibling("README.txt")).exists();
        assertThatThrownBy(() -> setups.writeInto(link))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining(link + " is not empty");
    }

    @Test
    void aFolderThatCantBeLookedThroughIsNamed(@TempDir Path folder) throws Exception {
        assumeFalse(Program.isRoot(), "skipped: root may read every folder");
        Path out = folder.resolve("out");
        Path secret = Files.createDirectories(out.resolve("secret"));
        Files.setPosixFilePermissions(secret, Set.of());

        assertThatThrownBy(() -> ServerSetups.of(plan()).writeInto(out))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("--configs: can't write " + out);
    }
}
