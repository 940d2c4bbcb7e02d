package dev.assay.kubernetes;

import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.scenario.fleet.Pods;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * @param context of the kubeconfig; empty for the current one
 * @param namespace empty for that of the context
 */
record KubernetesPlace(Optional<String> context, Optional<String> namespace) {
    /** The namespace of a context that names none, as for kubectl. */
    private static final String DEFAULT = "default";

    static KubernetesPlace of(Pods pods) {
        return new KubernetesPlace(pods.context(), pods.namespace());
    }

    /** @throws CommandFailure when there is no kubeconfig, or it has no such context */
    KubernetesClient connect() {
        Config config = Config.autoConfigure(context.orElse(null));
        @Nullable
        String known = config.getCurrentContext() == null
                ? null
                : config.getCurrentContext().getName();
        if (context.isPresent() && !context.get().equals(known)) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "the kubeconfig has no context '%s'; 'kubectl config get-contexts' lists them"
                            .formatted(context.get()));
        }
        if (known == null && System.getenv("KUBERNETES_SERVICE_HOST") == null) {
            throw new CommandFailure(
                    ExitCode.ENVIRONMENT,
                    "there is no kubeconfig with a current context in KUBECONFIG or ~/.kube/config; 'kubectl get pods' has to work first");
        }
        config.setNamespace(namespace.orElse(config.getNamespace() == null ? DEFAULT : config.getNamespace()));
        return new KubernetesClientBuilder().withConfig(config).build();
    }
}
