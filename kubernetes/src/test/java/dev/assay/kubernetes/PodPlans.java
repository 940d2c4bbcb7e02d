package dev.assay.kubernetes;

import dev.assay.scenario.fleet.PodQuantity;
import dev.assay.scenario.fleet.Pods;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

final class PodPlans {
    private PodPlans() {}

    static PodPlan ofWorkers(String name, int workers) {
        return new PodPlan(
                name,
                new Pods(
                        Optional.empty(),
                        Optional.empty(),
                        "eclipse-temurin:25-jre",
                        new PodQuantity("1"),
                        new PodQuantity("1Gi"),
                        Duration.ofMinutes(3),
                        Duration.ofHours(24)),
                workers,
                List.of(new PodFile("a".repeat(64), 3, "worker/a.jar", Path.of("a.jar"))),
                List.of("-cp", "/scratch/assay/cli/*", "dev.assay.cli.Main", "run", "/scratch/secret/first.yaml"),
                List.of("-cp", "/scratch/assay/worker/a.jar", "dev.assay.worker.WorkerProcess"),
                Map.of("token", "secret-of-this-run", "first.yaml", "name: first"),
                List.of("kafka-bootstrap.brokers.svc"),
                Duration.ofHours(12));
    }
}
