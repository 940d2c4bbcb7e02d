package dev.assay.bench.heap;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** Reads the heap of another JVM of this user, through the management agent that is started in it. */
final class WorkerHeapReader implements AutoCloseable {
    private final JMXConnector connector;
    private final MemoryMXBean memory;

    private WorkerHeapReader(JMXConnector connector, MemoryMXBean memory) {
        this.connector = connector;
        this.memory = memory;
    }

    /**
     * Connects to it.
     *
     * @throws IOException when there is no such JVM, or it can't be attached to
     */
    @SuppressWarnings("BanJNDI") // The agent is in a process that this one has started.
    static WorkerHeapReader of(long pid) throws IOException {
        VirtualMachine machine;
        try {
            machine = VirtualMachine.attach(Long.toString(pid));
        } catch (AttachNotSupportedException e) {
            throw new IOException("the worker with process id " + pid + " can't be attached to", e);
        }
        try {
            JMXConnector connector =
                    JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
            MemoryMXBean memory = ManagementFactory.newPlatformMXBeanProxy(
                    connector.getMBeanServerConnection(), ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class);
            return new WorkerHeapReader(connector, memory);
        } finally {
            machine.detach();
        }
    }

    /** What is in use just after a collection, in bytes. */
    long usedAfterCollection() {
        memory.gc();
        return memory.getHeapMemoryUsage().getUsed();
    }

    @Override
    public void close() throws IOException {
        connector.close();
    }
}
