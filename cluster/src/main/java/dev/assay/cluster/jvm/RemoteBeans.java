package dev.assay.cluster.jvm;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import javax.management.Attribute;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * Reads the beans of another JVM of this user and machine, through the management agent that the JVM starts on request. Only this machine
 * reaches the agent, and only those who may attach to the JVM learn how.
 */
final class RemoteBeans implements Beans {
    /** Settings without which a thread would check the connection every minute. */
    private static final Map<String, Object> UNCHECKED = Map.of("jmx.remote.x.client.connection.check.period", 0L);

    private final JMXConnector connector;
    private final MBeanServerConnection beans;
    private final Map<String, ObjectName> names = new ConcurrentHashMap<>();

    private RemoteBeans(JMXConnector connector) throws IOException {
        this.connector = connector;
        this.beans = connector.getMBeanServerConnection();
    }

    /**
     * Connects to the JVM of that process.
     *
     * @throws IOException when there is no such JVM, or it cannot be attached to
     */
    @SuppressWarnings("BanJNDI") // The agent is in a process that Assay has started.
    static RemoteBeans of(long pid) throws IOException {
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
            String address;
            try {
                address = machine.startLocalManagementAgent();
            } finally {
                machine.detach();
            }
            return new RemoteBeans(JMXConnectorFactory.connect(new JMXServiceURL(address), UNCHECKED));
        } catch (AttachNotSupportedException e) {
            throw new IOException("the JVM with process id " + pid + " cannot be attached to: " + e.getMessage(), e);
        } finally {
            // See ClassArchive.removeSocket: a JVM that is killed leaves it behind.
            Files.deleteIfExists(Path.of("/tmp/.java_pid" + pid));
        }
    }

    @Override
    public Map<String, Double> numbers(String bean, String... attributes) throws IOException {
        Map<String, Double> numbers = new HashMap<>();
        try {
            for (Attribute attribute :
                    beans.getAttributes(name(bean), attributes).asList()) {
                if (attribute.getValue() instanceof Number number) {
                    numbers.put(attribute.getName(), number.doubleValue());
                }
            }
        } catch (InstanceNotFoundException none) {
            return Map.of();
        } catch (JMException e) {
            throw new IOException(bean + " does not report " + Arrays.toString(attributes), e);
        }
        if (numbers.size() < attributes.length) {
            throw new IOException(bean + " tells " + numbers + " of " + Arrays.toString(attributes));
        }
        return numbers;
    }

    @Override
    public Set<String> matching(String pattern) throws IOException {
        return beans.queryNames(name(pattern), null).stream()
                .map(ObjectName::getCanonicalName)
                .collect(Collectors.toUnmodifiableSet());
    }

    private ObjectName name(String text) {
        return names.computeIfAbsent(text, key -> {
            try {
                return new ObjectName(key);
            } catch (MalformedObjectNameException e) {
                throw new IllegalArgumentException("'" + key + "' is not a bean name", e);
            }
        });
    }

    @Override
    public void close() throws IOException {
        connector.close();
    }
}
