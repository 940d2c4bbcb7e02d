package dev.assay.kubernetes;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Plans for tests. */
final class PodPlans {
    private PodPlans() {}

    static PodPlan ofWorkers(String name, int workers) {
        return new PodPlan(
                name,
                "eclipse-temurin:25-jre",
                workers,
                "1",
                "1Gi",
                List.of(new PodFile("a".repeat(64), 3, "worker/a.jar", Path.of("a.jar"))),
                List.of("-cp", "/scratch/assay/cli/*", "dev.assay.cli.Main", "run", "/scratch/secret/first.yaml"),
                List.of("-cp", "/scratch/assay/worker/a.jar", "dev.assay.worker.WorkerProcess"),
                Map.of("token", "secret-of-this-run", "first.yaml", "name: first"),
                List.of("kafka-bootstrap.brokers.svc"),
                Duration.ofHours(24),
                Duration.ofHours(12));
    }
}
