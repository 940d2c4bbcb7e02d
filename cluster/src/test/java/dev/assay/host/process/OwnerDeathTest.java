package dev.assay.host.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.disk.DiskImage;
import dev.assay.host.program.Program;
import dev.assay.testing.time.Eventually;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills the process that supervises others, and checks what happens to these. */
class OwnerDeathTest {
    private static final Path MOUNTS = Path.of("/proc/self/mounts");

    @TempDir
    Path folder;

    @Test
    void killingTheOwnerEndsItsProcessesAndTheNextRunDeletesItsData() throws Exception {
        Process owner = owner();
        List<ProcessHandle> children = children(owner);
        List<ProcessHandle> grandchildren =
                children.stream().flatMap(ProcessHandle::children).toList();
        assertThat(grandchildren).isNotEmpty();

        owner.destroyForcibly().waitFor();

        assertThat(Eventually.holds(() ->
                        Stream.concat(children.stream(), grandchildren.stream()).noneMatch(OwnerDeathTest::runs)))
                .isTrue();
        assertThat(cleanUp()).singleElement().asString().contains("Deleted " + folder.resolve("data"));
        assertThat(folder.resolve("data")).doesNotExist();
        assertThat(cleanUp()).isEmpty();
    }

    /** The pipe of a program's output ends with its owner, which one that prints nothing does not notice. */
    @Test
    void aProgramThatPrintsThroughItsOwnerEndsWithAllThatItHasStarted() throws Exception {
        Process owner = owner(PrintingOwner.class);
        List<ProcessHandle> children = children(owner);
        List<ProcessHandle> grandchildren =
                children.stream().flatMap(ProcessHandle::children).toList();

        owner.destroyForcibly().waitFor();

        assertThat(Eventually.holds(() ->
                        Stream.concat(children.stream(), grandchildren.stream()).noneMatch(OwnerDeathTest::runs)))
                .isTrue();
        assertThat(cleanUp()).isEmpty();
    }

    @Test
    void whoTalksToTheOwnerMayPutThingsInOrderAfterTheOthersWereKilled() throws Exception {
        String tidying =
                "read -r end; while grep -q . /proc/$1/cmdline 2>/dev/null; do sleep 0.1; done; echo tidy > tidied";
        Process owner = owner(TalkingOwner.class, "600", tidying);
        List<ProcessHandle> children = children(owner);

        owner.destroyForcibly().waitFor();

        assertThat(Eventually.holds(() -> Files.isRegularFile(folder.resolve("tidied"))))
                .isTrue();
        assertThat(Eventually.holds(() -> children.stream().noneMatch(OwnerDeathTest::runs)))
                .isTrue();
        assertThat(cleanUp()).isEmpty();
    }

    @Test
    void whoTalksToTheOwnerAndDoesNotHearItsEndIsKilled() throws Exception {
        Process owner = owner(TalkingOwner.class, "1", "while true; do sleep 1; done");
        List<ProcessHandle> children = children(owner);

        owner.destroyForcibly().waitFor();

        assertThat(Eventually.holds(() -> children.stream().noneMatch(OwnerDeathTest::runs)))
                .isTrue();
        assertThat(cleanUp()).isEmpty();
    }

    @Test
    void whatEvenTheReaperCouldNotEndTheNextRunEnds() throws Exception {
        Process owner = owner();
        List<ProcessHandle> children = children(owner);
        killReaper(owner, children);
        owner.destroyForcibly().waitFor();
        assertThat(children).allMatch(OwnerDeathTest::runs);

        assertThat(cleanUp())
                .hasSize(3)
                .anyMatch(line -> line.startsWith("Ended running"))
                .anyMatch(line -> line.startsWith("Ended stopped"))
                .anyMatch(line -> line.startsWith("Deleted"));
        assertThat(children).noneMatch(OwnerDeathTest::runs);
    }

    @Test
    void aReaperAtWorkIsWaitedForAndWhatItEndsIsNotSaidAgain() throws Exception {
        Process owner = owner();
        List<ProcessHandle> children = children(owner);
        long reaper = reaper(owner, children).pid();
        Signal.STOP.send(List.of(reaper));
        owner.destroyForcibly().waitFor();

        FutureTask<List<String>> cleanUp = new FutureTask<>(this::cleanUp);
        Thread next = Thread.ofPlatform().daemon().start(cleanUp);
        // Either it waits, as it should, or it has not and is done.
        assertThat(Eventually.holds(() -> next.getState() == Thread.State.TIMED_WAITING || cleanUp.isDone()))
                .isTrue();
        Signal.CONT.send(List.of(reaper));

        assertThat(cleanUp.get()).singleElement().asString().startsWith("Deleted " + folder.resolve("data"));
        assertThat(children).noneMatch(OwnerDeathTest::runs);
        assertThat(cleanUp()).isEmpty();
    }

    @Test
    void whatAReaperIsTooSlowToEndIsLeftToItAndToTheNextRun() throws Exception {
        Process owner = owner();
        List<ProcessHandle> children = children(owner);
        long reaper = reaper(owner, children).pid();
        Signal.STOP.send(List.of(reaper));
        owner.destroyForcibly().waitFor();

        assertThat(impatientCleanUp(Signal.KILL::send))
                .singleElement()
                .asString()
                .contains(
                        "its reaper (process " + reaper + ") is still cleaning up what it left behind",
                        "running",
                        "data of a test");
        assertThat(children).allMatch(OwnerDeathTest::runs);
        assertThat(folder.resolve("data")).exists();

        Signal.CONT.send(List.of(reaper));
        assertThat(cleanUp()).singleElement().asString().startsWith("Deleted " + folder.resolve("data"));
        assertThat(children).noneMatch(OwnerDeathTest::runs);
    }

    @Test
    void theDataOfAProcessThatCanNotBeEndedStays() throws Exception {
        Process owner = owner();
        List<ProcessHandle> children = children(owner);
        killReaper(owner, children);
        owner.destroyForcibly().waitFor();

        assertThat(impatientCleanUp(processes -> {}))
                .hasSize(3)
                .anyMatch(line -> line.startsWith("Could not end running"))
                .anyMatch(line -> line.startsWith("Could not end stopped"))
                .anyMatch(line -> line.startsWith("Did not delete " + folder.resolve("data")));
        assertThat(folder.resolve("data")).exists();

        // Their own children, too: what is stopped ends with nobody.
        List<ProcessHandle> all = children.stream()
                .flatMap(child -> Stream.concat(child.descendants(), Stream.of(child)))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        assertThat(cleanUp()).last().asString().startsWith("Deleted " + folder.resolve("data"));
    }

    @Test
    void killingTheOwnerUnmountsItsDisksAndTheNextRunDeletesThem() throws Exception {
        assumeTrue(
                DiskImage.refusal().isEmpty(),
                () -> "skipped: " + DiskImage.refusal().orElseThrow());
        Process owner = mountOwner();
        List<ProcessHandle> children = owner.children().toList();
        assertThat(Files.readString(MOUNTS)).contains(folder.toString());

        owner.destroyForcibly().waitFor();

        assertThat(Eventually.holds(() -> !isMounted() && children.stream().noneMatch(OwnerDeathTest::runs)))
                .as("the reaper has removed the mount, ended the writer, and ended itself")
                .isTrue();
        assertThat(cleanUp()).singleElement().asString().startsWith("Deleted " + folder);
        assertThat(folder.resolve("data of a test")).doesNotExist();
        assertThat(cleanUp()).isEmpty();
    }

    /** This happens where a node's disk gets another device after a loss of power, which is attached before it is mounted. */
    @Test
    void aLoopDeviceThatNothingIsMountedFromYetGoesWithItsOwner() throws Exception {
        assumeTrue(
                DiskImage.refusal().isEmpty(),
                () -> "skipped: " + DiskImage.refusal().orElseThrow());
        Process owner = owner(MountOwner.class, "attach");
        assertThat(owner.inputReader(StandardCharsets.US_ASCII).readLine()).isEqualTo("attached");
        assertThat(Program.run("losetup", "--all")).contains(folder.toString());

        owner.destroyForcibly().waitFor();

        assertThat(Eventually.holds(() -> !Program.run("losetup", "--all").contains(folder.toString())))
                .isTrue();
        assertThat(cleanUp()).singleElement().asString().startsWith("Deleted " + folder);
    }

    @Test
    void aMountThatEvenTheReaperCouldNotTakeAwayTheNextRunTakesAway() throws Exception {
        assumeTrue(
                DiskImage.refusal().isEmpty(),
                () -> "skipped: " + DiskImage.refusal().orElseThrow());
        Process owner = mountOwner();
        owner.children().filter(child -> !isWriter(child)).forEach(ProcessHandle::destroyForcibly);
        owner.destroyForcibly().waitFor();
        assertThat(isMounted()).isTrue();

        assertThat(cleanUp())
                .anyMatch(line -> line.startsWith("Ended writer"))
                .anyMatch(line -> line.startsWith("Removed the mount"))
                .anyMatch(line -> line.startsWith("Deleted"));
        assertThat(isMounted()).isFalse();
        assertThat(folder.resolve("data of a test")).doesNotExist();
    }

    private static boolean isWriter(ProcessHandle child) {
        return child.info().command().orElse("").endsWith("sleep");
    }

    private boolean isMounted() {
        try {
            return Files.readString(MOUNTS).contains(folder.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Process mountOwner() throws IOException {
        Process owner = owner(MountOwner.class);
        BufferedReader reader = owner.inputReader(StandardCharsets.US_ASCII);
        assertThat(reader.readLine()).isEqualTo("mounted");
        assertThat(Eventually.holds(() -> owner.children().anyMatch(OwnerDeathTest::isWriter)))
                .isTrue();
        return owner;
    }

    @Test
    void theNextRunTouchesNothingOfAnOwnerThatLives() throws Exception {
        Process owner = owner();
        List<ProcessHandle> children = children(owner);
        assertThat(cleanUp()).isEmpty();
        assertThat(children).allMatch(OwnerDeathTest::runs);
        owner.destroyForcibly().waitFor();
        assertThat(Eventually.holds(() -> children.stream().noneMatch(OwnerDeathTest::runs)))
                .isTrue();
    }

    /** Returns whether the process runs, which a zombie, waiting for whoever adopted it, does not. */
    private static boolean runs(ProcessHandle handle) {
        return ProcessIdentity.of(handle.pid()).isPresent();
    }

    private static ProcessHandle reaper(Process owner, List<ProcessHandle> children) {
        List<ProcessHandle> others =
                owner.children().filter(child -> !children.contains(child)).toList();
        assertThat(others).hasSize(1);
        return others.getFirst();
    }

    private static void killReaper(Process owner, List<ProcessHandle> children) {
        ProcessHandle reaper = reaper(owner, children);
        reaper.destroyForcibly();
        assertThat(Eventually.holds(() -> !runs(reaper))).isTrue();
    }

    /** Returns a clean-up that waits for nothing. */
    private List<String> impatientCleanUp(Consumer<Collection<Long>> kill) {
        LeaseRegistry registry = new LeaseRegistry(new AssayCache(folder.resolve("cache")).leases());
        return new OrphanCleanup(registry, any -> true, Duration.ZERO, kill).run();
    }

    private List<String> cleanUp() {
        try (ProcessSupervisor supervisor = ProcessSupervisor.open(new AssayCache(folder.resolve("cache")).leases())) {
            return supervisor.cleanUp();
        }
    }

    private Process owner() throws IOException {
        return owner(SupervisorOwner.class);
    }

    private Process owner(Class<?> program, String... arguments) throws IOException {
        return new ProcessBuilder(command(program, folder, arguments))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Returns the command line of such a program. */
    static List<String> command(Class<?> program, Path folder, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName(),
                folder.toString()));
        command.addAll(List.of(arguments));
        return command;
    }

    @SuppressWarnings("StreamResourceLeak") // The stream of process handles holds no resource.
    private static List<ProcessHandle> children(Process owner) throws IOException {
        BufferedReader reader = owner.inputReader(StandardCharsets.US_ASCII);
        String line = reader.readLine();
        assertThat(line).startsWith("pids ");
        List<ProcessHandle> children = Arrays.stream(line.split(" ", -1))
                .skip(1)
                .map(pid -> ProcessHandle.of(Long.parseLong(pid)).orElseThrow())
                .toList();
        assertThat(Eventually.holds(() -> children.getFirst().children().count() == 1))
                .isTrue();
        return children;
    }
}
