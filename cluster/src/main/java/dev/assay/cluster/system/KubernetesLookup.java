package dev.assay.cluster.system;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.DeploymentException;
import dev.assay.model.spec.KubernetesServers;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Function;

/** Finds servers by their names in Kubernetes. The module that talks to Kubernetes registers the only implementation. */
public interface KubernetesLookup {
    /**
     * @param lookup finds the servers' addresses in their namespace
     * @throws DeploymentException when something is missing, or may not be read
     */
    FoundServers find(KubernetesServers named, Function<KubernetesNamespace, FoundServers> lookup);

    /**
     * Starts the servers by manifests to be applied; does nothing where there are none.
     *
     * @param logs the folder of logs, in that of the run for which {@link #left} finds what is left when this process is killed
     * @return deletes the servers; may be called on any thread, and reports itself what it can't delete
     * @throws DeploymentException when they can't be started; nothing is left behind then
     */
    Runnable apply(KubernetesServers named, Path logs, DeploymentContext context);

    /**
     * Returns the servers that a killed run has left.
     *
     * @param run its {@link dev.assay.model.result.RunRecord#identity identity}
     * @throws DeploymentException when what is noted of it in the cache can't be read
     */
    List<LeftServers> left(String run, AssayCache cache);

    /** Returns the implementation on the class path; loaded only here, as most runs ask nothing of Kubernetes. */
    static KubernetesLookup installed() {
        return ServiceLoader.load(KubernetesLookup.class, KubernetesLookup.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> DeploymentException.environment(
                        "Nothing on the class path can ask Kubernetes. Build Assay again.", null));
    }
}
