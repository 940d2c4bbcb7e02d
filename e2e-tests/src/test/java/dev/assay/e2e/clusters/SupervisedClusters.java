package dev.assay.e2e.clusters;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.node.ClusterFolders;
import dev.assay.cluster.system.SystemDeployment;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.testing.jdk.QuickJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Starts real clusters, which end with this JVM. */
final class SupervisedClusters implements AutoCloseable {
    private final AssayCache cache = AssayCache.standard();
    private final ProcessSupervisor supervisor = ProcessSupervisor.open(cache.leases());
    private final Path logs;
    private final ClusterPool clusters;

    /**
     * Creates the pool without starting any cluster.
     *
     * @param logs the folder in which each cluster gets one for its logs
     */
    SupervisedClusters(Path logs, Duration idle) {
        this.logs = logs;
        this.clusters = new ClusterPool(this::start, idle);
    }

    ClusterPool held() {
        return clusters;
    }

    private LocalSharedCluster start(String variant) throws IOException {
        QuickJdk.use();
        Path own = Files.createDirectories(logs.resolve(variant.replace(' ', '-') + "-logs"));
        return new LocalSharedCluster(new SystemDeployment(cache, supervisor, ProgressListener.SILENT)
                .start(ClusterSpecs.request(variant, ClusterFolders.of(own, cache))));
    }

    @Override
    public void close() {
        try {
            clusters.close();
        } finally {
            supervisor.close();
        }
    }
}
