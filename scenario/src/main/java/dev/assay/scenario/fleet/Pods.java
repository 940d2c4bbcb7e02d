package dev.assay.scenario.fleet;

import dev.assay.model.spec.Check;
import dev.assay.model.spec.Key;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

public record Pods(
        @Key("Their namespace; that of the context where it is left out.")
        Optional<String> namespace,

        @Key("The context of the kubeconfig; the current one where it is left out.")
        Optional<String> context,

        @Key(
                value = "Their image: any that has a Java 25 on its path, as Assay is sent there.",
                fallback = "eclipse-temurin:25-jre")
        String image,

        @Key(
                value =
                        "Processors of each worker's pod, request and limit alike, such as 2 or 500m. Whole ones are not taken away in the middle of a measurement. The coordinator's pod has the same limit, and requests a tenth of a processor.",
                fallback = "1")
        PodQuantity cpu,

        @Key(
                value = "Memory of each pod, request and limit alike, 768Mi or more; a worker's heap is half of it.",
                fallback = "1Gi")
        PodQuantity memory,

        @Key(value = "How long they may wait for a node and an image.", fallback = "3m")
        Duration patience,

        @Key(value = "After which time Kubernetes ends the run, whoever has forgotten it.", fallback = "24h")
        Duration deadline) {
    /** Leaves room for the first pod, which runs the coordinator and a JVM beside it that passes jars on; in bytes. */
    private static final long MIN_MEMORY = 768L << 20;

    private static final Pattern NAMESPACE = Pattern.compile("[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?");
    private static final Pattern IMAGE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/@-]{0,254}");

    public Pods {
        namespace.ifPresent(name -> Check.key(
                "namespace",
                NAMESPACE.matcher(name).matches(),
                "a namespace has small letters, digits and '-', but this is '" + name + "'"));
        Check.key(
                "image",
                IMAGE.matcher(image).matches(),
                "expected the name of an image, such as eclipse-temurin:25-jre, but found '" + image + "'");
        Check.key("cpu", cpu.amount().signum() > 0, "cpu must be above zero, but is " + cpu);
        Check.key(
                "memory",
                memory.amount().compareTo(BigDecimal.valueOf(MIN_MEMORY)) >= 0,
                "memory must be 768Mi or more, but is " + memory);
    }

    public Pods in(Optional<String> otherContext, Optional<String> otherNamespace) {
        return new Pods(otherNamespace, otherContext, image, cpu, memory, patience, deadline);
    }
}
