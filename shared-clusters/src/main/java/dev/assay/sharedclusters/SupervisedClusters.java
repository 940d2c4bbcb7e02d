package dev.assay.sharedclusters;

import dev.assay.provision.AssayCache;
import dev.assay.provision.ProgressListener;
import dev.assay.provision.cluster.ClusterFolders;
import dev.assay.provision.deploy.SystemDeployment;
import dev.assay.provision.process.ProcessSupervisor;
import dev.assay.testkit.jdk.QuickJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Real clusters, which die with this JVM. */
final class SupervisedClusters implements AutoCloseable {
    private final AssayCache cache = AssayCache.standard();
    private final ProcessSupervisor supervisor = ProcessSupervisor.open(cache);
    private final Path logs;
    private final HeldClusters clusters;

    /**
     * None is started yet.
     *
     * @param logs in a folder there for each
     */
    SupervisedClusters(Path logs, Duration idle) {
        this.logs = logs;
        this.clusters = new HeldClusters(this::start, idle);
    }

    HeldClusters held() {
        return clusters;
    }

    private HeldCluster start(String variant) throws IOException {
        QuickJdk.use();
        Path own = Files.createDirectories(logs.resolve(variant.replace(' ', '-') + "-logs"));
        return new HeldCluster(new SystemDeployment(cache, supervisor, ProgressListener.SILENT)
                .start(Blueprints.request(variant, ClusterFolders.of(own, cache))));
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
