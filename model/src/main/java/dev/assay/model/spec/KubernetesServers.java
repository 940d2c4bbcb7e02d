package dev.assay.model.spec;

import java.util.List;
import java.util.regex.Pattern;

/** Names servers that others run in Kubernetes as they are named there; where they are and how clients log in is looked up. */
public record KubernetesServers(
        @Key(
                value =
                        "Name of the servers in Kubernetes: of their operator's resource, or what the services of their chart are called after.",
                fallback = "")
        String name,

        @Key(
                value =
                        "Their namespace; empty for that of the context, and with --workers-on kubernetes for that of the pods.",
                fallback = "")
        String namespace,

        @Key(
                value =
                        "Context of the kubeconfig; empty for the current one. With --workers-on kubernetes, leave it out where the pods are in the same cluster.",
                fallback = "")
        String context,

        @Key(
                value =
                        "Listener of an operator's resource, or the Service; empty for the only one that the workers reach.",
                fallback = "")
        String listener,

        @Key(
                value =
                        "Secret that clients log in with, such as that of the operator's user of that name; empty for what settings say, or the operator's default user.",
                fallback = "")
        String user,

        @Key(
                value =
                        "File of manifests, as seen from where Assay is started, that a run creates to have these servers, and deletes at its end with their volumes.",
                fallback = "")
        String apply,

        @Key(
                value = "What is waited for then: KIND/NAME=CONDITION, such as statefulset/my-cluster=Ready.",
                fallback = "")
        String ready) {
    /** Matches names as Kubernetes has them. Names become parts of the URLs that are asked. */
    private static final Pattern NAME = Pattern.compile("(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)?");

    private static final Pattern READY = Pattern.compile("[a-z0-9]+/[a-z0-9][a-z0-9.-]*=[A-Za-z0-9]+");

    /** Names no servers: addresses say where they are. */
    public static final KubernetesServers NONE = new KubernetesServers("", "", "", "", "", "", "");

    /** Lists the keys below a system, which have no bearing on whether messages are kept. */
    public static final List<String> KEYS = List.of(
            "kubernetes.name",
            "kubernetes.namespace",
            "kubernetes.context",
            "kubernetes.listener",
            "kubernetes.user",
            "kubernetes.apply",
            "kubernetes.ready");

    public KubernetesServers {
        checkName("name", name);
        checkName("namespace", namespace);
        checkName("listener", listener);
        checkName("user", user);
        Check.key(
                "name",
                !name.isEmpty() || (namespace + context + listener + user + apply + ready).isEmpty(),
                "name must say which servers of Kubernetes are meant, but is empty",
                "namespace",
                "context",
                "listener",
                "user",
                "apply",
                "ready");
        Check.key(
                "ready",
                apply.isEmpty() ? ready.isEmpty() : READY.matcher(ready).matches(),
                apply.isEmpty()
                        ? "ready is waited for once manifests are applied, but apply names none"
                        : "ready must say what is waited for once %s is applied, such as statefulset/my-cluster=Ready, but is '%s'"
                                .formatted(apply, ready),
                "apply");
    }

    private static void checkName(String key, String value) {
        Check.key(
                key,
                NAME.matcher(value).matches(),
                "%s must be a name as Kubernetes has it (lower-case letters, digits, - and .), but is '%s'"
                        .formatted(key, value));
    }

    public boolean areNamed() {
        return !name.isEmpty();
    }

    /** Returns where the servers are, for people: their name in Kubernetes, or {@code address} where they have none. */
    public String or(String address) {
        if (!areNamed()) {
            return address;
        }
        return name + " in Kubernetes" + (namespace.isEmpty() ? "" : ", namespace " + namespace);
    }
}
