package dev.assay.bench.kafka;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.node.Cluster;
import dev.assay.cluster.node.ClusterFolders;
import dev.assay.cluster.system.ClusterRequest;
import dev.assay.cluster.system.SystemDeployment;
import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.systems.kafka.driver.KafkaProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

final class KafkaBrokers implements AutoCloseable {
    private final AssayCache cache;
    private final ProcessSupervisor supervisor;
    private final Cluster cluster;
    private final Path logs;

    private KafkaBrokers(AssayCache cache, ProcessSupervisor supervisor, Cluster cluster, Path logs) {
        this.cache = cache;
        this.supervisor = supervisor;
        this.cluster = cluster;
        this.logs = logs;
    }

    static KafkaBrokers start(PlannedTrial trial) throws IOException {
        AssayCache cache = AssayCache.standard();
        Path logs = Files.createTempDirectory(
                Path.of(System.getProperty("assay.home", ".")).resolve("bench/target"), "logs-");
        ProgressListener progress = System.err::println;
        ProcessSupervisor supervisor = ProcessSupervisor.open(cache.leases());
        try {
            Cluster cluster = new SystemDeployment(cache, supervisor, progress)
                    .start(new ClusterRequest(
                            trial.spec().system(),
                            trial.spec().settings(),
                            trial.spec().durability(),
                            ClusterFolders.of(logs, cache)));
            return new KafkaBrokers(cache, supervisor, cluster, logs);
        } catch (RuntimeException e) {
            supervisor.close();
            throw e;
        }
    }

    AssayCache cache() {
        return cache;
    }

    ProcessSupervisor supervisor() {
        return supervisor;
    }

    Cluster cluster() {
        return cluster;
    }

    Map<String, String> connection() {
        return cluster.connection();
    }

    /** Returns the folder of logs of brokers and workers, which stays until the next clean build. */
    Path logs() {
        return logs;
    }

    Driver connect(PlannedTrial trial) throws DriverException {
        return new KafkaProvider()
                .open(new DriverConfig(
                        connection(),
                        trial.spec().durability(),
                        trial.spec().workload().batching(),
                        trial.spec().settings()));
    }

    @Override
    public void close() {
        try {
            cluster.close();
        } finally {
            supervisor.close();
        }
    }
}
