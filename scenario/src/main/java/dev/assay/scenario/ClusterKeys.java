package dev.assay.scenario;

import dev.assay.model.spec.Deployment;
import dev.assay.model.spec.KeyPath;
import dev.assay.model.spec.NamedCluster;
import dev.assay.model.spec.Redactor;
import dev.assay.model.spec.SecretNames;
import dev.assay.scenario.SchemaNode.Field;
import dev.assay.scenario.SchemaNode.Keys;
import dev.assay.scenario.SchemaNode.One;
import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.Tree.Sequence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Applies what a running cluster has decided for the trials on it: nodes, version, level, its servers' settings, and its address.
 * A scenario may repeat these values, but not contradict them.
 */
final class ClusterKeys {
    private static final KeyPath DURABILITY = KeyPath.TOP.to("durability");
    private static final String VERSION = "version";

    private final NamedCluster cluster;
    private final ProblemLog log;
    private final Source option;
    private final KeyPath system;
    private final KeyPath servers;
    private final Map<KeyPath, String> decided = new LinkedHashMap<>();

    private ClusterKeys(NamedCluster cluster, Source option, ProblemLog log) {
        this.cluster = cluster;
        this.option = option;
        this.log = log;
        this.system = KeyPath.TOP.to("systems").to(cluster.system());
        this.servers = KeyPath.TOP.to("settings").to(cluster.system()).to("broker");
        Map<KeyPath, String> started = TrialText.byPath(cluster.started());
        started.forEach((path, value) -> {
            if (path.equals(DURABILITY) || isOfServers(path) || isOfCluster(path)) {
                decided.put(path, value);
            }
        });
        decided.replace(system.to(VERSION), cluster.version());
        cluster.connection().forEach((name, value) -> {
            if (isOfCluster(system.to(name))) {
                decided.put(system.to(name), value);
            }
        });
    }

    /** Returns the scenario with what the clusters have decided; what it asks for beyond that is logged. */
    static Tree apply(Tree file, List<NamedCluster> clusters, Source option, ProblemLog log) {
        Tree tree = file;
        for (NamedCluster cluster : clusters) {
            tree = new ClusterKeys(cluster, option, log).apply(tree);
        }
        return tree;
    }

    private boolean isOfServers(KeyPath path) {
        return path.segments().size() > servers.segments().size()
                && path.segments().subList(0, servers.segments().size()).equals(servers.segments());
    }

    private boolean isOfCluster(KeyPath path) {
        int length = system.segments().size();
        return path.segments().size() > length
                && path.segments().subList(0, length).equals(system.segments())
                && SchemaNode.FILE.below("systems").below(cluster.system()) instanceof Keys keys
                && isOfCluster(keys.field(path.segments().get(length)));
    }

    private static boolean isOfCluster(@Nullable Field field) {
        return field != null && field.key().cluster();
    }

    private Tree apply(Tree file) {
        reportFurtherSettings(file);
        Tree tree = file;
        for (Map.Entry<KeyPath, String> key : decided.entrySet()) {
            Tree written = SourceLocator.find(file, key.getKey());
            if (written != null) {
                check(key.getKey(), written);
            }
            tree = put(tree, key.getKey(), key.getValue());
        }
        return tree;
    }

    private void check(KeyPath path, Tree written) {
        List<Tree> values = written instanceof Sequence list && !isList(path) ? list.items() : List.of(whole(written));
        for (Tree value : values) {
            if (value instanceof Scalar scalar && !scalar.absent() && !agrees(path, scalar.text())) {
                log.add(scalar.span(), difference(path, scalar.text()), advice(path, scalar.text()));
            }
        }
    }

    private boolean isList(KeyPath path) {
        return node(path) instanceof One one && one.takesList();
    }

    /** Returns the text equivalent to a list that counts as one value. */
    private static Tree whole(Tree written) {
        if (!(written instanceof Sequence list) || !list.items().stream().allMatch(Scalar.class::isInstance)) {
            return written;
        }
        List<String> texts =
                list.items().stream().map(item -> ((Scalar) item).text()).toList();
        return new Scalar(list.span(), String.join(", ", texts), false);
    }

    private boolean agrees(KeyPath path, String value) {
        String has = decided.getOrDefault(path, "");
        if (has.contains(Redactor.MASK)) {
            return true; // The cluster's options were not recorded.
        }
        if (path.equals(system.to(VERSION))
                && value.equals(cluster.started().system().serverVersion())) {
            return true;
        }
        boolean nowhere = value.isBlank() && cluster.connection().containsKey(path.tail(1));
        return nowhere || isWritten(path, value, has);
    }

    /** Tells whether a value is already written like this; the binder reports what is not a value. */
    private boolean isWritten(KeyPath path, String value, String has) {
        try {
            Class<?> type = node(path) instanceof One one ? one.type() : String.class;
            return ScalarText.format(ScalarText.parse(type, value)).equals(has);
        } catch (IllegalArgumentException notRead) {
            return true;
        }
    }

    private SchemaNode node(KeyPath path) {
        SchemaNode node = SchemaNode.FILE;
        for (String segment : path.segments()) {
            node = node.below(segment);
        }
        return node;
    }

    private String difference(KeyPath path, String value) {
        return "%s is %s, but the running cluster '%s' %s %s"
                .formatted(
                        path,
                        value,
                        cluster.name(),
                        path.equals(DURABILITY) || isOfServers(path) ? "was started with" : "has",
                        decided.getOrDefault(path, "none"));
    }

    private String advice(KeyPath path, String value) {
        String name = path.tail(1);
        if (cluster.connection().containsKey(name)) {
            return "remove it: --on " + cluster.name() + " says where the cluster is";
        }
        if (SecretNames.isSecret(name)) {
            return "remove it to measure the cluster as it is";
        }
        String asItIs = decided.containsKey(path)
                ? "remove it, or use --set " + quoted(path + "=" + decided.get(path))
                : "remove it";
        return "to measure the cluster as it is: " + asItIs + "\nto measure that: assay cluster down " + cluster.name()
                + ", then assay cluster up " + cluster.system() + " " + option(path, value);
    }

    private String option(KeyPath path, String value) {
        if (path.equals(DURABILITY)) {
            return "--durability " + value;
        }
        return "--set "
                + quoted((isOfServers(path) ? "settings.broker." + path.tail(1) : belowSystem(path)) + "=" + value);
    }

    private String belowSystem(KeyPath path) {
        return String.join(
                ".",
                path.segments()
                        .subList(system.segments().size(), path.segments().size()));
    }

    private static String quoted(String option) {
        return option.matches("[\\w.:/,=+-]*") ? option : "'" + option.replace("'", "'\\''") + "'";
    }

    private void reportFurtherSettings(Tree file) {
        for (Entry entry : SourceLocator.entries(file, servers)) {
            if (!decided.containsKey(servers.to(entry.key()))) {
                reportFurther(entry);
            }
        }
    }

    private void reportFurther(Entry entry) {
        String value = entry.value() instanceof Scalar scalar ? scalar.text() : "VALUE";
        KeyPath path = servers.to(entry.key());
        log.add(
                entry.keySpan(),
                path + " is set here, but the running cluster '" + cluster.name() + "' was started without it",
                advice(path, value));
    }

    private Tree put(Tree tree, KeyPath path, String value) {
        Tree replaced = SourceLocator.find(tree, path);
        SourceSpan span = replaced == null ? option.top() : replaced.span();
        if (!isList(path) || !value.contains(",")) {
            return put(tree, path, new Scalar(span, value, false));
        }
        List<Tree> items = Arrays.stream(value.split(",", -1))
                .<Tree>map(item -> new Scalar(span, item.strip(), false))
                .toList();
        return put(tree, path, new Sequence(span, items));
    }

    /** Returns the tree with that value at the key; missing keys on the way get the value's place. */
    private static Tree put(Tree tree, KeyPath path, Tree value) {
        List<Entry> keys = new ArrayList<>();
        path.segments().forEach(key -> keys.add(new Entry(value.span(), key, new Scalar(value.span(), "", true))));
        return Overrides.put(tree, keys, value);
    }

    static Tree deployed(Tree file, String system, Deployment deployment, Source option) {
        KeyPath path = KeyPath.TOP.to("systems").to(system).to("deployment");
        return put(file, path, new Scalar(option.top(), ScalarText.format(deployment), false));
    }
}
