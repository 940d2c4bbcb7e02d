package dev.assay.provision.leash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.provision.AssayCache;
import dev.assay.provision.Eventually;
import dev.assay.provision.disk.DiskImage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of leashed processes when the process that holds the leash is killed. */
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
        assertThat(sweep()).singleElement().asString().contains("Deleted " + folder.resolve("data"));
        assertThat(folder.resolve("data")).doesNotExist();
        assertThat(sweep()).isEmpty();
    }

    @Test
    void whatEvenTheGuardCouldNotEndTheNextRunEnds() throws Exception {
        Process owner = owner();
        List<ProcessHandle> children = children(owner);
        killGuard(owner, children);
        owner.destroyForcibly().waitFor();
        assertThat(children).allMatch(OwnerDeathTest::runs);

        assertThat(sweep())
                .hasSize(3)
                .anyMatch(line -> line.startsWith("Ended running"))
                .anyMatch(line -> line.startsWith("Ended stopped"))
                .anyMatch(line -> line.startsWith("Deleted"));
        assertThat(children).noneMatch(OwnerDeathTest::runs);
    }

    @Test
    void aGuardAtWorkIsWaitedForAndWhatItEndsIsNotSaidAgain() throws Exception {
        Process owner = owner();
        List<ProcessHandle> children = children(owner);
        long guard = guard(owner, children).pid();
        Signal.STOP.send(List.of(guard));
        owner.destroyForcibly().waitFor();

        FutureTask<List<String>> sweep = new FutureTask<>(this::sweep);
        Thread next = Thread.ofPlatform().daemon().start(sweep);
        // Either it waits, as it should, or it has not and is done.
        assertThat(Eventually.holds(() -> next.getState() == Thread.State.TIMED_WAITING || sweep.isDone()))
                .isTrue();
        Signal.CONT.send(List.of(guard));

        assertThat(sweep.get()).singleElement().asString().startsWith("Deleted " + folder.resolve("data"));
        assertThat(children).noneMatch(OwnerDeathTest::runs);
        assertThat(sweep()).isEmpty();
    }

    @Test
    void whatAGuardIsTooSlowToEndIsLeftToItAndToTheNextRun() throws Exception {
        Process owner = owner();
        List<ProcessHandle> children = children(owner);
        long guard = guard(owner, children).pid();
        Signal.STOP.send(List.of(guard));
        owner.destroyForcibly().waitFor();

        assertThat(impatientSweep(Signal.KILL::send))
                .singleElement()
                .asString()
                .contains(
                        "its guard (process " + guard + ") is still ending what it left", "running", "data of a test");
        assertThat(children).allMatch(OwnerDeathTest::runs);
        assertThat(folder.resolve("data")).exists();

        Signal.CONT.send(List.of(guard));
        assertThat(sweep()).singleElement().asString().startsWith("Deleted " + folder.resolve("data"));
        assertThat(children).noneMatch(OwnerDeathTest::runs);
    }

    @Test
    void theDataOfAProcessThatCanNotBeEndedStays() throws Exception {
        Process owner = owner();
        List<ProcessHandle> children = children(owner);
        killGuard(owner, children);
        owner.destroyForcibly().waitFor();

        assertThat(impatientSweep(processes -> {}))
                .hasSize(3)
                .anyMatch(line -> line.startsWith("Could not end running"))
                .anyMatch(line -> line.startsWith("Could not end stopped"))
                .anyMatch(line -> line.startsWith("Did not delete " + folder.resolve("data")));
        assertThat(folder.resolve("data")).exists();

        children.forEach(ProcessHandle::destroyForcibly);
        assertThat(sweep()).last().asString().startsWith("Deleted " + folder.resolve("data"));
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
                .as("the guard has taken the mount away, ended the writer, and gone")
                .isTrue();
        assertThat(sweep()).singleElement().asString().startsWith("Deleted " + folder);
        assertThat(folder.resolve("data of a test")).doesNotExist();
        assertThat(sweep()).isEmpty();
    }

    @Test
    void aMountThatEvenTheGuardCouldNotTakeAwayTheNextRunTakesAway() throws Exception {
        assumeTrue(
                DiskImage.refusal().isEmpty(),
                () -> "skipped: " + DiskImage.refusal().orElseThrow());
        Process owner = mountOwner();
        owner.children().filter(child -> !isWriter(child)).forEach(ProcessHandle::destroyForcibly);
        owner.destroyForcibly().waitFor();
        assertThat(isMounted()).isTrue();

        assertThat(sweep())
                .anyMatch(line -> line.startsWith("Ended writer"))
                .anyMatch(line -> line.startsWith("Took away the mount"))
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
        assertThat(sweep()).isEmpty();
        assertThat(children).allMatch(OwnerDeathTest::runs);
        owner.destroyForcibly().waitFor();
        assertThat(Eventually.holds(() -> children.stream().noneMatch(OwnerDeathTest::runs)))
                .isTrue();
    }

    /** A zombie, which waits for whoever adopted it, does not run. */
    private static boolean runs(ProcessHandle handle) {
        return ProcessIdentity.of(handle.pid()).isPresent();
    }

    private static ProcessHandle guard(Process owner, List<ProcessHandle> children) {
        List<ProcessHandle> others =
                owner.children().filter(child -> !children.contains(child)).toList();
        assertThat(others).hasSize(1);
        return others.getFirst();
    }

    private static void killGuard(Process owner, List<ProcessHandle> children) {
        ProcessHandle guard = guard(owner, children);
        guard.destroyForcibly();
        assertThat(Eventually.holds(() -> !runs(guard))).isTrue();
    }

    /** One that waits for nothing. */
    private List<String> impatientSweep(Consumer<Collection<Long>> kill) {
        LeaseRegistry registry = new LeaseRegistry(new AssayCache(folder.resolve("cache")).leases());
        return new Sweep(registry, any -> true, Duration.ZERO, kill).run();
    }

    private List<String> sweep() {
        try (Leash leash = Leash.open(new AssayCache(folder.resolve("cache")))) {
            return leash.sweep();
        }
    }

    private Process owner() throws IOException {
        return owner(LeashOwner.class);
    }

    private Process owner(Class<?> program) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        program.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
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
