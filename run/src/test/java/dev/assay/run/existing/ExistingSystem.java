package dev.assay.run.existing;

import dev.assay.driver.TopicSpec;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Simulates a system that several people use: namespaces with a policy each, topics in them, and consumer groups with their members. Any
 * thread may use it.
 */
public final class ExistingSystem {
    private final Set<String> things = new TreeSet<>();
    private final Map<String, Integer> members = new TreeMap<>();

    /** @param theirs what others have there */
    public ExistingSystem(List<String> theirs) {
        things.addAll(theirs);
    }

    public synchronized Set<String> state() {
        return new TreeSet<>(things);
    }

    /** Ends the sessions of all members of consumer groups that were killed. */
    public synchronized void endSessions() {
        members.clear();
    }

    public synchronized void join(String group) {
        things.add(group(group));
        members.merge(group, 1, Integer::sum);
    }

    synchronized void leave(String group) {
        members.computeIfPresent(group, (_, count) -> count > 1 ? count - 1 : null);
    }

    synchronized boolean hasMembers(String group) {
        return members.containsKey(group);
    }

    synchronized boolean has(String thing) {
        return things.contains(thing);
    }

    synchronized void add(String thing) {
        things.add(thing);
    }

    synchronized void remove(String thing) {
        things.remove(thing);
    }

    static String topic(TopicSpec topic) {
        return "topic " + topic.name();
    }

    static String group(String group) {
        return "group " + group;
    }

    /** Returns the namespace of all topics of a trial. */
    static String namespace(TopicSpec topic) {
        return "namespace " + topic.name().replaceFirst("-\\d+$", "");
    }

    static String policy(TopicSpec topic) {
        return "policy of " + namespace(topic);
    }
}
