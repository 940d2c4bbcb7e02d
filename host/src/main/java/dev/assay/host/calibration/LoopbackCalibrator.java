package dev.assay.host.calibration;

import dev.assay.host.HostException;
import dev.assay.model.calibration.DurationStatistics;
import dev.assay.model.calibration.LoopbackCalibration;
import dev.assay.model.calibration.TransferRate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Measures TCP over loopback between two threads of this process, on one connection without delay. */
public final class LoopbackCalibrator {
    /** Pings are as large as a small acknowledgement. */
    private static final int PING_BYTES = 64;

    private static final int BLOCK_BYTES = 64 << 10;
    private static final double NANOS_PER_SECOND = 1e9;

    private final LongSupplier nanoTime;
    private final BooleanSupplier cancelled;

    /** @param cancelled whether it is to end at once */
    public LoopbackCalibrator(LongSupplier nanoTime, BooleanSupplier cancelled) {
        this.nanoTime = nanoTime;
        this.cancelled = cancelled;
    }

    /**
     * @param each how long each of the two is measured
     * @throws HostException when there is no loopback to be used
     */
    public LoopbackCalibration measure(Duration each) {
        try {
            return new LoopbackCalibration(roundTrips(each.toNanos()), transfer(each.toNanos()));
        } catch (IOException e) {
            throw new HostException(
                    "TCP over loopback could not be measured (" + e + "). Allow connections to 127.0.0.1.", e);
        }
    }

    private interface Peer {
        long serve(SocketChannel connection) throws IOException;
    }

    private interface Caller<T> {
        T call(SocketChannel connection) throws IOException;
    }

    private record Both<T>(T called, long served, long endNanos) {}

    private <T> Both<T> connected(Peer peer, Caller<T> caller) throws IOException {
        // Closed first, the server lets a thread go that still waits for its caller.
        try (ExecutorService threads = Executors.newSingleThreadExecutor();
                ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            Future<Long> served = threads.submit(() -> {
                try (SocketChannel connection = server.accept()) {
                    connection.setOption(StandardSocketOptions.TCP_NODELAY, true);
                    return peer.serve(connection);
                }
            });
            T called;
            try (SocketChannel connection = SocketChannel.open(server.getLocalAddress())) {
                connection.setOption(StandardSocketOptions.TCP_NODELAY, true);
                called = caller.call(connection);
                connection.shutdownOutput();
                return new Both<>(called, served.get(), nanoTime.getAsLong());
            }
        } catch (ExecutionException e) {
            throw new IOException("the other end failed: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private DurationStatistics roundTrips(long nanos) throws IOException {
        return connected(LoopbackCalibrator::echo, connection -> {
                    Durations durations = new Durations();
                    ByteBuffer ping = ByteBuffer.allocateDirect(PING_BYTES);
                    long start = nanoTime.getAsLong();
                    long now = start;
                    do {
                        long sentNanos = now;
                        writeAll(connection, ping.clear());
                        fill(connection, ping.clear());
                        now = nanoTime.getAsLong();
                        durations.add(now - sentNanos);
                    } while (now - start < nanos && !cancelled.getAsBoolean());
                    return durations.statistics();
                })
                .called();
    }

    private static long echo(SocketChannel connection) throws IOException {
        ByteBuffer ping = ByteBuffer.allocateDirect(PING_BYTES);
        long count = 0;
        while (fill(connection, ping.clear())) {
            writeAll(connection, ping.flip());
            count++;
        }
        return count;
    }

    /** Measures the transfer until the other end has read everything. */
    private TransferRate transfer(long nanos) throws IOException {
        long start = nanoTime.getAsLong();
        Both<Long> both = connected(
                connection -> {
                    ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
                    long bytes = 0;
                    for (int count = 0; count >= 0; count = connection.read(block.clear())) {
                        bytes += count;
                    }
                    return bytes;
                },
                connection -> {
                    ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
                    long blocks = 0;
                    do {
                        writeAll(connection, block.clear());
                        blocks++;
                    } while (nanoTime.getAsLong() - start < nanos && !cancelled.getAsBoolean());
                    return blocks;
                });
        double seconds = Math.max(1, both.endNanos() - start) / NANOS_PER_SECOND;
        return new TransferRate(both.served() / seconds, BLOCK_BYTES, both.called());
    }

    private static void writeAll(SocketChannel connection, ByteBuffer source) throws IOException {
        while (source.hasRemaining()) {
            connection.write(source);
        }
    }

    private static boolean fill(SocketChannel connection, ByteBuffer target) throws IOException {
        while (target.hasRemaining()) {
            if (connection.read(target) < 0) {
                return false;
            }
        }
        return true;
    }
}
