package dev.assay.kubernetes;

import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * What people choose of the pods of a run.
 *
 * @param image any with a Java of version 25 or newer on its path
 * @param cpu of each pod, as Kubernetes writes it
 * @param memory of each pod, as Kubernetes writes it
 * @param patience for pods that wait for a node or an image
 * @param deadline after which Kubernetes ends the run
 */
public record PodWishes(String image, String cpu, String memory, Duration patience, Duration deadline) {
    /** The first pod has the coordinator, and a JVM beside it that passes jars on. */
    private static final long MIN_MEMORY = 768L << 20;

    private static final Pattern IMAGE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/@-]{0,254}");

    public PodWishes {
        if (!IMAGE.matcher(image).matches()) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "--image must be the name of an image, such as eclipse-temurin:25-jre, but is '%s'"
                            .formatted(image));
        }
        if (amount("--pod-cpu", cpu).signum() <= 0) {
            throw new CommandFailure(ExitCode.BAD_INPUT, "--pod-cpu must be above zero, but is '%s'".formatted(cpu));
        }
        if (amount("--pod-memory", memory).longValue() < MIN_MEMORY) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT, "--pod-memory must be 768Mi or more, but is '%s'".formatted(memory));
        }
    }

    /** In bytes. */
    long memoryBytes() {
        return amount("--pod-memory", memory).longValue();
    }

    private static BigDecimal amount(String option, String text) {
        try {
            return Quantity.getAmountInBytes(new Quantity(text));
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "%s must be a quantity as Kubernetes writes it, such as 2, 500m or 1Gi, but is '%s'"
                            .formatted(option, text),
                    e);
        }
    }
}
