package dev.assay.cluster.jvm;

import java.io.IOException;
import java.util.Map;
import java.util.Set;

public interface Beans extends AutoCloseable {
    /**
     * Reads numbers of a bean, by attribute, one after the other.
     *
     * @return empty where there is no such bean
     * @throws IOException when the JVM does not answer, or an attribute is missing or no number
     */
    Map<String, Double> numbers(String bean, String... attributes) throws IOException;

    /** Returns the names of all beans that match a pattern such as {@code java.lang:type=GarbageCollector,*}. */
    Set<String> matching(String pattern) throws IOException;

    @Override
    void close() throws IOException;
}
