package dev.assay.world;

import dev.assay.testing.time.VirtualClock;
import dev.assay.worker.wire.Command;
import dev.assay.worker.wire.Event;
import dev.assay.worker.wire.WireFormat;
import dev.assay.worker.wire.WireProtocol;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.Deadline;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Carries what one worker and the coordinator say to each other, of which it makes some late, drops all from one message on, or lets the
 * bytes of one message end early. The calls share one connection, which breaks for the call that is cut only: gRPC connects again.
 */
final class FaultyWire implements ClientInterceptor {
    /** Says where in a message its bytes end. */
    enum Place {
        AFTER_HEADER,
        IN_MIDDLE,
        BEFORE_LAST_BYTE;

        private int length(int whole) {
            return switch (this) {
                case AFTER_HEADER -> 0;
                case IN_MIDDLE -> whole / 2;
                case BEFORE_LAST_BYTE -> Math.max(0, whole - 1);
            };
        }
    }

    /** Says how the bytes of a message end early. */
    enum End {
        /** The connection breaks. */
        RESET,
        /** The message seems complete to gRPC. */
        SHORT
    }

    /**
     * Says which message is cut.
     *
     * @param kind one of {@link #kinds}
     * @param number of the message among those of its kind, from 1 on
     */
    record Cut(String kind, long number, Place place, End end) {}

    /**
     * @param name of the worker
     * @param lateNanos the longest time that an event of the trial is under way; 0 for none
     * @param silentFrom the number of the first event that does not arrive, and nothing after it does, from 1 on; 0 for none
     */
    record Faults(
            String name,
            long seed,
            long lateNanos,
            long silentFrom,
            @Nullable Cut cut) {}

    /** The limit of calls, and the one of a reading of the clock under load. */
    private static final long CALL_SECONDS = 30;

    private static final long CLOCK_SECONDS = 1;

    private static final String RESET = "Connection reset by peer";

    private final Faults faults;
    private final VirtualClock clock;
    private final Runnable onHit;
    private final Map<String, byte[]> messages = new TreeMap<>();
    private long events;
    private long ofKind;

    /** @param onHit is told once the worker can no longer be understood */
    FaultyWire(Faults faults, VirtualClock clock, Runnable onHit) {
        this.faults = faults;
        this.clock = clock;
        this.onHit = onHit;
    }

    /** Returns the kinds of messages, of which those to the worker that only ask have no bytes. */
    static List<String> kinds() {
        List<String> kinds = new ArrayList<>(List.of("Greeting", "ClockReading"));
        Stream.of(Command.class, Event.class)
                .flatMap(of -> Stream.of(of.getPermittedSubclasses()))
                .forEach(of -> kinds.add(kind(of)));
        return List.copyOf(kinds);
    }

    /** Returns the bytes of the first message of each kind; only where a message is to be cut. */
    Map<String, byte[]> messages() {
        return messages;
    }

    private static String kind(Class<?> of) {
        Class<?> group = of.getEnclosingClass();
        return group == null || group == WireProtocol.class
                ? of.getSimpleName()
                : group.getSimpleName() + "." + of.getSimpleName();
    }

    private boolean isSilent() {
        return faults.silentFrom() > 0 && events >= faults.silentFrom();
    }

    @Override
    public <Q, R> ClientCall<Q, R> interceptCall(MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
        boolean[] reset = new boolean[1];
        ClientCall<Q, R> call =
                next.newCall(faults.cut() == null ? method : cut(method, () -> reset[0] = true), options);
        return new Call<>(
                call, method.getFullMethodName().equals(WireProtocol.TRIAL.getFullMethodName()), options, reset);
    }

    private <Q, R> MethodDescriptor<Q, R> cut(MethodDescriptor<Q, R> method, Runnable onReset) {
        String name = method.getFullMethodName();
        if (name.equals(WireProtocol.TRIAL.getFullMethodName())) {
            return method.toBuilder(
                            new Cutting<>(method.getRequestMarshaller(), Command.class, onReset),
                            new Cutting<>(method.getResponseMarshaller(), Event.class, onReset))
                    .build();
        }
        Class<?> answer = name.equals(WireProtocol.HELLO.getFullMethodName())
                ? WireProtocol.Greeting.class
                : WireProtocol.ClockReading.class;
        return method.toBuilder(
                        method.getRequestMarshaller(), new Cutting<>(method.getResponseMarshaller(), answer, onReset))
                .build();
    }

    /** Cuts the bytes of the message that is to be cut, as the marshaller gives them or before it takes them. */
    private final class Cutting<T> implements Marshaller<T> {
        private final Marshaller<T> whole;
        private final Class<?> type;
        private final Runnable onReset;

        Cutting(Marshaller<T> whole, Class<?> type, Runnable onReset) {
            this.whole = whole;
            this.type = type;
            this.onReset = onReset;
        }

        @Override
        public InputStream stream(T message) {
            return carried(whole.stream(message));
        }

        @Override
        public T parse(InputStream message) {
            return whole.parse(carried(message));
        }

        /** Fails where the connection breaks: gRPC then tells both ends, and neither gets a part of the message. */
        private InputStream carried(InputStream message) {
            byte[] bytes = bytes(message);
            if (!isCut(bytes)) {
                return new ByteArrayInputStream(bytes);
            }
            if (cut().end() == End.RESET) {
                throw new UncheckedIOException(new IOException(RESET));
            }
            return new ByteArrayInputStream(bytes, 0, cut().place().length(bytes.length));
        }

        private static byte[] bytes(InputStream message) {
            try {
                return message.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private boolean isCut(byte[] bytes) {
            if (bytes.length == 0) {
                return false;
            }
            String kind = kind(WireFormat.decode(bytes, type).getClass());
            messages.putIfAbsent(kind, bytes);
            if (!kind.equals(cut().kind()) || ++ofKind != cut().number()) {
                return false;
            }
            onHit.run();
            if (cut().end() == End.RESET) {
                onReset.run();
            }
            return true;
        }

        private Cut cut() {
            return Objects.requireNonNull(faults.cut());
        }
    }

    private final class Call<Q, R> extends SimpleForwardingClientCall<Q, R> {
        private final boolean ofTrial;
        private final @Nullable Deadline deadline;
        private final boolean[] reset;
        private final Late late = new Late();
        private boolean unanswered;

        Call(ClientCall<Q, R> call, boolean ofTrial, CallOptions options, boolean[] reset) {
            super(call);
            this.ofTrial = ofTrial;
            this.deadline = options.getDeadline();
            this.reset = reset;
        }

        @Override
        public void start(Listener<R> listener, Metadata headers) {
            super.start(
                    new SimpleForwardingClientCallListener<R>(listener) {
                        @Override
                        public void onMessage(R message) {
                            if (!ofTrial) {
                                super.onMessage(message);
                            } else if (isSilent()) {
                                onHit.run();
                            } else {
                                events += ofProcess(message) ? 0 : 1;
                                late.run(() -> super.onMessage(message));
                            }
                        }

                        @Override
                        public void onClose(Status status, Metadata trailers) {
                            if (!ofTrial || !status.isOk()) {
                                late.drop();
                                super.onClose(seen(status), trailers);
                            } else if (!isSilent()) {
                                late.run(() -> super.onClose(status, trailers));
                            }
                        }
                    },
                    headers);
        }

        /** Tells whether a silent worker's message is about the real process, of which there are sometimes more and sometimes fewer. */
        private boolean ofProcess(R message) {
            return faults.silentFrom() > 0
                    && message instanceof byte[] bytes
                    && WireFormat.decode(bytes, Event.class) instanceof Event.HostReport;
        }

        private Status seen(Status status) {
            if (reset[0]) {
                return Status.UNAVAILABLE.withDescription("io exception").withCause(new IOException(RESET));
            }
            return unanswered ? Status.DEADLINE_EXCEEDED : status;
        }

        @Override
        public void sendMessage(Q message) {
            if (!isSilent()) {
                super.sendMessage(message);
            }
        }

        /** Drops what is under way, be it the end of the call. */
        @Override
        public void cancel(@Nullable String message, @Nullable Throwable cause) {
            late.drop();
            super.cancel(message, cause);
        }

        /** Lets the time for the answer of a silent worker pass, by the clock of the trial. */
        @Override
        public void halfClose() {
            if (!isSilent()) {
                super.halfClose();
            } else if (!ofTrial && deadline != null) {
                try {
                    // How much of it is left counts the real time.
                    boolean patient = deadline.timeRemaining(TimeUnit.SECONDS) >= 1;
                    clock.park(TimeUnit.SECONDS.toNanos(patient ? CALL_SECONDS : CLOCK_SECONDS));
                } catch (IllegalStateException e) {
                    // The thread is none of the clock's, as where several workers are asked side by side.
                }
                unanswered = true;
                super.cancel("there is no answer", null);
            }
        }
    }

    /** Makes what comes over one stream late, in its order. */
    private final class Late {
        private record Due(long nanos, Runnable action) {}

        private final Queue<Due> queue = new ArrayDeque<>();
        private @Nullable Thread thread;
        private long lastNanos;

        synchronized void run(Runnable action) {
            if (faults.lateNanos() == 0) {
                action.run();
                return;
            }
            // It depends on the moment alone: how many messages come then is also up to what the real process does.
            long delayNanos = new SplittableRandom(faults.seed() ^ clock.nanoTime()).nextLong(faults.lateNanos());
            lastNanos = Math.max(lastNanos, clock.nanoTime() + delayNanos);
            queue.add(new Due(lastNanos, action));
            if (thread == null) {
                thread = clock.start(
                        Thread.ofPlatform().name("wire-" + faults.name()).daemon(), this::deliver);
            }
        }

        synchronized void drop() {
            queue.clear();
            if (thread != null) {
                clock.unpark(thread);
            }
        }

        /** Ends as soon as nothing is under way. */
        private void deliver() {
            for (Due next = next(); next != null; next = next()) {
                long left = next.nanos() - clock.nanoTime();
                if (left > 0) {
                    clock.park(left);
                } else {
                    next.action().run();
                }
            }
        }

        private synchronized @Nullable Due next() {
            Due next = queue.peek();
            if (next == null) {
                thread = null;
            } else if (next.nanos() <= clock.nanoTime()) {
                queue.remove();
            }
            return next;
        }
    }
}
