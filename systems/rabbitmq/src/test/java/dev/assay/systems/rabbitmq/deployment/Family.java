package dev.assay.systems.rabbitmq.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.testing.time.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Finds a process and all that it has started, some of which lead sessions of their own. */
final class Family {
    private Family() {}

    static List<ProcessHandle> of(ProcessHandle process) {
        return Stream.concat(Stream.of(process), process.descendants()).toList();
    }

    static void assertGone(List<ProcessHandle> family) {
        assertThat(Eventually.within(
                        Duration.ofMinutes(1), () -> family.stream().noneMatch(Family::runs)))
                .as("all of %s have ended", family.stream().filter(Family::runs).toList())
                .isTrue();
    }

    /** Returns whether the process runs a program, which a zombie, waiting for whoever adopted it, does not. */
    private static boolean runs(ProcessHandle process) {
        return process.isAlive() && process.info().command().isPresent();
    }
}
