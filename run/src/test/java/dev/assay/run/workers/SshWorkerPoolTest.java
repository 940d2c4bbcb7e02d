package dev.assay.run.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.host.process.ProcessSupervisor;
import dev.assay.model.spec.SystemSpec;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.coordinator.Timeouts;
import dev.assay.run.coordinator.TrialOutcome;
import dev.assay.run.ssh.SshHost;
import dev.assay.run.ssh.SshPrograms;
import dev.assay.run.trial.MemoryTrials;
import dev.assay.run.trial.TestTimeouts;
import dev.assay.run.trial.Trial.Measurement;
import dev.assay.run.trial.WorkerProcesses;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.fleet.Machine;
import dev.assay.scenario.fleet.MachineRole;
import dev.assay.scenario.fleet.PortRange;
import dev.assay.scenario.fleet.SshDestination;
import dev.assay.scenario.fleet.WatchedServers;
import dev.assay.systems.memory.driver.MemoryProvider;
import dev.assay.testing.machine.PidNamespace;
import dev.assay.testing.ssh.FakeSsh;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts workers by ssh, where {@link FakeSsh} connects. */
@Tag("slow")
class SshWorkerPoolTest {
    private static final String JARS = ".cache/assay/fleet/jars";
    private static final String RUNNING = ".cache/assay/fleet/running";

    /** Files that tests share, since making them takes longer than any test. */
    @TempDir
    static Path shared;

    private static WorkerLaunch software;

    @TempDir
    Path folder;

    private ProcessSupervisor supervisor;
    private FakeSsh ssh;
    private final List<String> messages = new ArrayList<>();

    @BeforeAll
    static void makeJars() throws Exception {
        WorkerLaunch launch = WorkerProcesses.launch(shared, List.of(MemoryProvider.class));
        List<Path> jars = new ArrayList<>();
        for (Path entry : launch.classPath()) {
            if (Files.isDirectory(entry)) {
                jars.add(jar(entry, shared.resolve("classes-" + jars.size() + ".jar")));
            } else if (Files.exists(entry)) {
                jars.add(entry);
            }
        }
        software = new WorkerLaunch(launch.java(), jars, launch.extraFlags(), shared);
    }

    private static Path jar(Path classes, Path jar) throws IOException {
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream zip = new JarOutputStream(out);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                zip.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
                Files.copy(file, zip);
                zip.closeEntry();
            }
        }
        return jar;
    }

    @BeforeEach
    void open() throws Exception {
        supervisor = ProcessSupervisor.open(Files.createDirectories(folder.resolve("leases")));
        ssh = FakeSsh.in(folder.resolve("ssh"), Path.of(System.getProperty("java.home")));
    }

    @AfterEach
    void close() {
        supervisor.close();
    }

    private SshPrograms programs() {
        return new SshPrograms(ssh.ssh().toString(), ssh.scp().toString());
    }

    private SshWorkerPool pool(Machine... machines) {
        return new SshWorkerPool(
                new SshMachines(List.of(machines)),
                new SshLauncher(programs(), supervisor, messages::add),
                demand -> software);
    }

    private static Machine host(String name) {
        return Machine.of(new SshDestination(name));
    }

    private static WorkerDemand demand(int workers) {
        return WorkerProcesses.demand(workers, shared);
    }

    private List<String> calls(String program) throws IOException {
        return ssh.calls().stream()
                .filter(call -> call.startsWith(program + " "))
                .toList();
    }

    private void awaitNothingRunningOn(String host) {
        TestTimeouts.await("nothing runs on " + host, () -> {
            try {
                return ssh.files(host, RUNNING).isEmpty();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Test
    void aWorkerThereMeasuresAndEndsWhenItIsClosed() throws Exception {
        try (AcquiredWorkers workers = pool(host("load-1")).acquire(demand(1))) {
            TrialOutcome outcome = new Measurement(Timeouts.DEFAULT)
                    .run(
                            MemoryTrials.lasting(Duration.ofSeconds(1), MemoryTrials.simple()),
                            workers.connections(),
                            interval -> {});

            assertThat(outcome.delivery().acked()).isEqualTo(1000);
            assertThat(workers.processes())
                    .as("none that telemetry of this machine may watch")
                    .isEmpty();
            assertThat(ssh.files("load-1", RUNNING)).hasSize(1);
        }
        awaitNothingRunningOn("load-1");
        assertThat(ssh.files("load-1", ".cache/assay/fleet/incoming")).isEmpty();
    }

    @Test
    void jarsAreCopiedOnceAndKeptByTheirDigests() throws Exception {
        SshWorkerPool pool = pool(host("load-1"));
        pool.acquire(demand(1)).close();
        List<Path> jars = ssh.files("load-1", JARS);
        pool.acquire(demand(1)).close();
        pool(host("load-1")).acquire(demand(1)).close();

        assertThat(calls("scp")).hasSize(1);
        assertThat(messages)
                .singleElement()
                .asString()
                .startsWith("copying " + jars.size() + " jars (")
                .endsWith(" to load-1");
        assertThat(jars)
                .allSatisfy(jar -> assertThat(jar.getFileName().toString()).matches("[0-9a-f]{64}\\.jar"));
    }

    @Test
    void aJarThatIsNotWhatItWasIsCopiedAgain() throws Exception {
        pool(host("load-1")).acquire(demand(1)).close();
        Path jar = ssh.files("load-1", JARS).getFirst();
        byte[] before = Files.readAllBytes(jar);
        Files.writeString(jar, "cut short");

        pool(host("load-1")).acquire(demand(1)).close();

        assertThat(messages).hasSize(2).last().asString().startsWith("copying 1 jars");
        assertThat(Files.readAllBytes(jar)).isEqualTo(before);
    }

    @Test
    void workersAreDealtOutToMachinesInTurn() throws Exception {
        try (AcquiredWorkers workers =
                pool(host("load-1"), host("somebody@load-2")).acquire(new WorkerDemand(3, apart(), shared))) {
            assertThat(workers.connections())
                    .extracting(connection -> connection.identity().name())
                    .containsExactly("w1", "w2", "w3");
            assertThat(ssh.files("load-1", RUNNING)).hasSize(2);
            assertThat(ssh.files("load-2", RUNNING)).hasSize(1);
        }
        awaitNothingRunningOn("load-1");
        awaitNothingRunningOn("load-2");
    }

    /** Returns a system with servers, so that each worker is a process of its own; nobody connects to them. */
    private static SystemSpec apart() throws ScenarioException {
        String text = "name: apart\nsystems: { kafka: { deployment: existing, bootstrap.servers: '127.0.0.1:9' } }\n";
        return ScenarioFile.read("apart.yaml", text, List.of(), Set.of())
                .plan()
                .trials()
                .getFirst()
                .spec()
                .system();
    }

    @Test
    void secretsStandOnNoCommandLine() throws Exception {
        try (AcquiredWorkers workers = pool(host("load-1")).acquire(demand(1))) {
            List<String> secrets = ssh.input().stream()
                    .filter(line -> line.matches("[0-9a-f]{32}") || line.matches("[A-Za-z0-9+/=]{200,}"))
                    .toList();
            String commands = String.join("\n", ssh.calls()) + String.join("\n", commandLines());

            assertThat(workers.connections()).hasSize(1);
            assertThat(secrets).as("a token, two certificates and a key").hasSize(4);
            assertThat(commands).contains("WorkerProcess").doesNotContain(secrets);
        }
    }

    private static List<String> commandLines() {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            for (Path process : processes.toList()) {
                for (String file : List.of("cmdline", "environ")) {
                    try {
                        lines.add(Files.readString(process.resolve(file), StandardCharsets.ISO_8859_1));
                    } catch (IOException _) {
                        // No process, not this user's, or over.
                    }
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return lines;
    }

    @Test
    void onlyThePortsOfAMachineAreUsed() throws Exception {
        int port = freePort();
        Machine machine = withPorts(new PortRange(port, port));

        try (AcquiredWorkers workers = pool(machine).acquire(demand(1))) {
            assertThat(workers.connections().getFirst().identity().address().port())
                    .isEqualTo(port);
            assertThatThrownBy(() -> pool(machine).acquire(demand(1)))
                    .isInstanceOf(CoordinationException.class)
                    .hasMessageContaining("worker w1 on load-1 could not be started")
                    .hasMessageContaining("can't listen on 127.0.0.1:" + port);
        }
        awaitNothingRunningOn("load-1");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static Machine withPorts(PortRange ports) {
        return new Machine(
                "load-1",
                Optional.of(new SshDestination("load-1")),
                Optional.empty(),
                Optional.of(ports),
                Optional.empty(),
                Set.of(MachineRole.WORKER),
                Optional.empty(),
                Map.of(),
                WatchedServers.NONE);
    }

    @Test
    void aHostThatCantBeReachedIsNamedWithWhatSshSaysAndNothingIsLeftOnTheOthers() throws Exception {
        assertThatThrownBy(() -> pool(host("load-1"), host("gone-2")).acquire(new WorkerDemand(2, apart(), shared)))
                .isInstanceOf(CoordinationException.class)
                .hasMessageContaining("gone-2: it can't be used by ssh")
                .hasMessageContaining("'ssh gone-2 true'")
                .hasMessageContaining("No route to host");
        awaitNothingRunningOn("load-1");
    }

    @Test
    void aHostThatNeverEndsItsLineIsNamed() {
        assertThatThrownBy(() -> pool(host("endless-1")).acquire(demand(1)))
                .isInstanceOf(CoordinationException.class)
                .hasMessageStartingWith("endless-1: its answer can't be read: more than ");
    }

    @Test
    void aMachineWithoutAJavaThatIsNewEnoughIsNamed() throws Exception {
        Path old = jdk("17.0.2", "exit 1");

        assertThatThrownBy(() -> pool(withJava(old)).acquire(demand(1)))
                .isInstanceOf(CoordinationException.class)
                .hasMessage("load-1: there is no Java 25 or newer in %s  %s has Java 17;".formatted(old, old));
    }

    @Test
    void aWorkerWhoseLineIsTooLongIsNamed() throws Exception {
        Path talkative = jdk("25", "head -c 100000 /dev/zero | tr '\\0' x; exec cat >/dev/null");

        assertThatThrownBy(() -> pool(withJava(talkative)).acquire(demand(1)))
                .isInstanceOf(CoordinationException.class)
                .hasMessageStartingWith(
                        "worker w1 on load-1 could not be started: it printed something other than its address");
    }

    private Path jdk(String version, String script) throws IOException {
        Path home = folder.resolve("jdk-" + version);
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        Files.writeString(java, "#!/bin/sh\n" + script + "\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        return home;
    }

    private static Machine withJava(Path home) {
        return new Machine(
                "load-1",
                Optional.of(new SshDestination("load-1")),
                Optional.empty(),
                Optional.empty(),
                Optional.of(home.toString()),
                Set.of(MachineRole.WORKER),
                Optional.empty(),
                Map.of(),
                WatchedServers.NONE);
    }

    @Test
    void aFolderThatOthersCanWriteToIsNotRunFrom() throws Exception {
        Path cache = Files.createDirectories(ssh.home("load-1").resolve(".cache/assay"));
        Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rwxrwxrwx"));

        assertThatThrownBy(() -> pool(host("load-1")).acquire(demand(1)))
                .hasMessageContaining("load-1: others can write to " + cache);
    }

    @Test
    void whatARunKeepsIsDeletedUnlessARunUsesIt() throws Exception {
        SshHost host = new SshHost(host("load-1"), programs(), supervisor);
        assertThat(host.clean()).as("where nothing was").isNegative();
        try (AcquiredWorkers workers = pool(host("load-1")).acquire(demand(1))) {
            assertThat(workers.connections()).hasSize(1);
            assertThatThrownBy(host::clean)
                    .isInstanceOf(CoordinationException.class)
                    .hasMessageContaining("load-1: a run uses it now");
        }
        awaitNothingRunningOn("load-1");

        assertThat(host.clean()).isPositive();
        assertThat(ssh.files("load-1", ".cache")).isEmpty();
    }

    @Test
    void whatAKilledRunHasLeftGoesWithTheNext() throws Exception {
        try (AcquiredWorkers workers = pool(host("load-1")).acquire(demand(1))) {
            assertThat(workers.connections()).hasSize(1);
            Path living = ssh.files("load-1", RUNNING).getFirst();
            Path gone = Files.createDirectories(named(living, "_[0-9]+_[0-9]+$", "_999999999_1"));
            Path numberTakenAgain = Files.createDirectories(named(living, "_[0-9]+$", "_1"));

            new SshHost(host("load-1"), programs(), supervisor).look();

            assertThat(living).exists();
            assertThat(gone).doesNotExist();
            assertThat(numberTakenAgain).doesNotExist();
        }
    }

    private static Path named(Path folder, String pattern, String replacement) {
        return folder.resolveSibling(folder.getFileName().toString().replaceFirst(pattern, replacement));
    }

    /** A home may be on a network file system, and process numbers mean nothing on another machine, or after another start of this one. */
    @Test
    void whereAHomeIsSharedOnlyWhatRanOnThisStartOfThisMachineIsDeleted() throws Exception {
        SshHost host = new SshHost(host("load-1"), programs(), supervisor);
        List<Path> elsewhere = new ArrayList<>();
        try (AcquiredWorkers workers = pool(host("load-1")).acquire(demand(1))) {
            assertThat(workers.connections()).hasSize(1);
            Path living = ssh.files("load-1", RUNNING).getFirst();
            Path gone = named(living, "_[0-9]+_[0-9]+$", "_999999999_1");
            elsewhere.add(named(gone, "^load-1_", "load-2_"));
            elsewhere.add(named(gone, "^load-1_[^_]+_", "load-1_11111111-2222-3333-4444-555555555555_"));
            elsewhere.add(named(gone, "_pid-[^_]+_", "_pid--1-_"));
            elsewhere.add(gone.resolveSibling("999999999"));
        }
        awaitNothingRunningOn("load-1");
        for (Path folder : elsewhere) {
            Files.createDirectories(folder);
        }

        host.look();

        assertThat(elsewhere)
                .doesNotHaveDuplicates()
                .allSatisfy(folder -> assertThat(folder).exists());
        assertThatThrownBy(host::clean)
                .isInstanceOf(CoordinationException.class)
                .hasMessageStartingWith("load-1: other machines or containers with this home may still use it")
                .satisfies(refusal -> elsewhere.forEach(folder -> assertThat(refusal)
                        .hasMessageContaining(folder.getFileName().toString())));
        assertThat(ssh.files("load-1", JARS)).isNotEmpty();

        for (Path folder : elsewhere) {
            Files.delete(folder);
        }
        assertThat(host.clean()).isPositive();
    }

    @Test
    void whatRunsIsLeftAloneByAContainerThatDoesNotKnowItsProcess() throws Exception {
        assumeTrue(PidNamespace.isPossible(), "skipped: no PID namespace can be had here");
        ssh.shareHome("load-1", "inside-load-1");
        SshHost container = new SshHost(host("inside-load-1"), programs(), supervisor);
        try (AcquiredWorkers workers = pool(host("load-1")).acquire(demand(1))) {
            assertThat(workers.connections()).hasSize(1);

            container.look();

            Path living = ssh.files("load-1", RUNNING).getFirst();
            assertThatThrownBy(container::clean)
                    .isInstanceOf(CoordinationException.class)
                    .hasMessageContaining(living.getFileName().toString());
            assertThat(living).exists();
        }
        awaitNothingRunningOn("load-1");
        assertThat(container.clean()).isPositive();
    }

    @Test
    void jarsThatNoRunHasUsedFor30DaysAreDeletedAndCopiesThatFailedSooner() throws Exception {
        pool(host("load-1")).acquire(demand(1)).close();
        awaitNothingRunningOn("load-1");
        List<Path> used = ssh.files("load-1", JARS);
        for (Path jar : used) {
            age(jar, Duration.ofDays(32));
        }
        Path unused = Files.createFile(used.getFirst().resolveSibling("0".repeat(64) + ".jar"));
        age(unused, Duration.ofDays(32));
        Path recent = Files.createFile(unused.resolveSibling("1".repeat(64) + ".jar"));
        age(recent, Duration.ofDays(28));
        Path copy = Files.createDirectory(ssh.home("load-1").resolve(".cache/assay/fleet/incoming/0"));
        age(copy, Duration.ofHours(3));
        Path earlierBoot =
                Files.createDirectory(ssh.home("load-1").resolve(RUNNING).resolve("load-1_a_b_1_1"));
        age(earlierBoot, Duration.ofDays(32));

        pool(host("load-1")).acquire(demand(1)).close();
        assertThat(copy).doesNotExist();
        assertThat(unused).doesNotExist();
        assertThat(recent).exists();
        assertThat(used).allSatisfy(jar -> assertThat(jar).exists());
        assertThat(calls("scp")).hasSize(1);
    }

    private static void age(Path file, Duration age) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(age)));
    }

    @Test
    void machinesWithFewerPortsThanWorkersAreRefused() {
        SshMachines machines = new SshMachines(List.of(withPorts(new PortRange(9100, 9101)), host("load-2")));

        assertThat(machines.refusal(4)).isEmpty();
        assertThat(machines.refusal(5))
                .hasValue("load-1 gets 3 workers, each with a port, but only ports 9100-9101 are given for it");
    }

    @Test
    void aMachineThatIsNamedTwiceIsRefused() {
        assertThatThrownBy(() -> new SshMachines(List.of(host("a"), host("a"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("each machine is named once");
    }
}
