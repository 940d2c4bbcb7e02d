package dev.assay.testing.time;

import dev.assay.driver.LocalClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Passes time only while all of its threads wait: then it jumps to the next moment that one of them waits for. They take turns, so
 * that one runs at a time, and threads due at the same moment continue in the order in which they began to wait. So a trial in
 * virtual time is the same each time it is run. The work of threads takes no time.
 *
 * <p>The thread that makes the clock is the first of its threads, and starts the others. These are virtual threads, since whoever waits
 * hands its turn on, which takes a thread of the operating system several times as long. Any thread may read the clock, and let another
 * one continue.
 */
public final class VirtualClock implements LocalClock {
    /** The limit of a wait of all threads without end, which must be a defect. It is in real time, for threads beyond the clock. */
    private static final Duration STUCK = Duration.ofMinutes(1);

    private static final long NEVER = Long.MAX_VALUE;

    private final ReentrantLock lock = new ReentrantLock();

    @SuppressWarnings("ThreadLocalUsage") // There are few clocks, and none lives for ever.
    private final ThreadLocal<@Nullable Member> currentMember = new ThreadLocal<>();

    private final List<Member> members = new ArrayList<>();
    private final PriorityQueue<Member> waiting = new PriorityQueue<>(
            Comparator.comparingLong((Member member) -> member.dueNanos).thenComparingLong(member -> member.number));
    private final Duration stuckAfter;
    private volatile long nowNanos;
    private long numbers;
    private @Nullable Member running;

    private final class Member {
        final Condition turn = lock.newCondition();
        final List<Member> joining = new ArrayList<>();

        @Nullable
        Thread thread;

        long dueNanos = NEVER;
        long number;
        boolean mayGoOn;
        boolean ended;
    }

    /** Creates a clock that begins at 0, with the calling thread. */
    public VirtualClock() {
        this(0);
    }

    /** Creates a clock that begins at {@code nowNanos}, with the calling thread. */
    public VirtualClock(long nowNanos) {
        this(nowNanos, STUCK);
    }

    /** @param stuck limits, in real time, a wait of all threads without end, which must be a defect */
    VirtualClock(long nowNanos, Duration stuck) {
        this.nowNanos = nowNanos;
        this.stuckAfter = stuck;
        Member first = new Member();
        first.thread = Thread.currentThread();
        members.add(first);
        currentMember.set(first);
        running = first;
    }

    @Override
    public long nanoTime() {
        return nowNanos;
    }

    /** Returns the time since 1970 began, as if the clock had begun then. */
    @Override
    public Instant instant() {
        return Instant.EPOCH.plusNanos(nowNanos);
    }

    /** Lets that much time pass, whatever happens meanwhile. */
    public void pass(Duration time) {
        long end = nowNanos + time.toNanos();
        while (nowNanos < end) {
            park(end - nowNanos);
        }
    }

    /** Lets time pass until the condition holds, looking every millisecond; returns false when it does not within {@code max}. */
    public boolean await(Duration max, BooleanSupplier condition) {
        long end = nowNanos + max.toNanos();
        while (!condition.getAsBoolean()) {
            if (nowNanos >= end) {
                return false;
            }
            park(1_000_000);
        }
        return true;
    }

    @Override
    public void park(long nanos) {
        if (nanos > 0) {
            parkUntil(nanos < NEVER - nowNanos ? nowNanos + nanos : NEVER);
        }
    }

    @Override
    public void parkShort(long nanos) {
        park(nanos);
    }

    @Override
    public void park() {
        parkUntil(NEVER);
    }

    private void parkUntil(long dueNanos) {
        Member self = current();
        lock.lock();
        try {
            if (self.mayGoOn || Thread.currentThread().isInterrupted()) {
                self.mayGoOn = false;
                return;
            }
            queue(self, dueNanos);
            passOn();
            awaitTurn(self);
            self.mayGoOn = false;
        } finally {
            lock.unlock();
        }
    }

    private void queue(Member member, long dueNanos) {
        member.dueNanos = dueNanos;
        member.number = numbers++;
        waiting.add(member);
    }

    /** Wakes the thread that is due next, if there is one. */
    private void passOn() {
        Member next = waiting.peek();
        if (next == null || next.dueNanos == NEVER) {
            running = null;
            return;
        }
        waiting.poll();
        nowNanos = Math.max(nowNanos, next.dueNanos);
        running = next;
        next.turn.signal();
    }

    /** Wakes one of the threads where all wait without end and none watches for how long. */
    private void letOneWatch() {
        Member any = waiting.peek();
        if (running == null && any != null) {
            any.turn.signal();
        }
    }

    private void awaitTurn(Member self) {
        boolean interrupted = false;
        while (running != self) {
            try {
                if (running != null) { // A limit of its own would cost each wait a timer; who passes on last has one.
                    self.turn.await();
                } else if (!self.turn.await(stuckAfter.toNanos(), TimeUnit.NANOSECONDS) && running == null) {
                    throw new IllegalStateException("at %d ns all threads wait, and none has a time to wait for: %s"
                            .formatted(nowNanos, stuck()));
                }
            } catch (InterruptedException e) {
                interrupted = true;
                wake(self);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the names of its threads that have not ended, the calling one included. */
    public List<String> threads() {
        lock.lock();
        try {
            return stuck();
        } finally {
            lock.unlock();
        }
    }

    private List<String> stuck() {
        return members.stream()
                .filter(member -> !member.ended && member.thread != null)
                .map(member -> member.thread.getName())
                .toList();
    }

    @Override
    public void unpark(Thread thread) {
        lock.lock();
        try {
            members.stream()
                    .filter(member -> member.thread == thread && !member.ended)
                    .forEach(this::wake);
        } finally {
            lock.unlock();
        }
    }

    private void wake(Member member) {
        if (!waiting.contains(member)) {
            member.mayGoOn = true;
        } else if (member.dueNanos > nowNanos) {
            waiting.remove(member);
            queue(member, nowNanos);
        }
        if (running == null) {
            passOn();
        }
    }

    @Override
    public Thread start(Thread.Builder builder, Runnable body) {
        Member member = new Member();
        Thread described = builder.unstarted(body);
        Thread thread = Thread.ofVirtual()
                .name(described.getName())
                .uncaughtExceptionHandler(described.getUncaughtExceptionHandler())
                .unstarted(() -> run(member, body));
        lock.lock();
        try {
            member.thread = thread;
            members.add(member);
            queue(member, nowNanos);
        } finally {
            lock.unlock();
        }
        thread.start();
        return thread;
    }

    private void run(Member member, Runnable body) {
        currentMember.set(member);
        lock.lock();
        try {
            awaitTurn(member);
        } finally {
            lock.unlock();
        }
        try {
            body.run();
        } catch (Throwable e) { // It is handled as if uncaught, but while it is its turn.
            Thread.currentThread().getUncaughtExceptionHandler().uncaughtException(Thread.currentThread(), e);
        } finally {
            end(member);
        }
    }

    private void end(Member member) {
        lock.lock();
        try {
            member.ended = true;
            members.remove(member);
            member.joining.forEach(this::wake);
            waiting.remove(member); // It is still there where it was stuck.
            if (running == member) {
                passOn();
            }
            letOneWatch();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean join(Thread thread, Duration limit) throws InterruptedException {
        Member self = current();
        long end = nowNanos + limit.toNanos();
        while (goesOn(thread, self)) {
            if (nowNanos >= end) {
                return false;
            }
            park(end - nowNanos);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        thread.join();
        return true;
    }

    private boolean goesOn(Thread thread, Member joining) {
        lock.lock();
        try {
            List<Member> same =
                    members.stream().filter(member -> member.thread == thread).toList();
            same.forEach(member -> member.joining.add(joining));
            return !same.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    private Member current() {
        Member self = currentMember.get();
        if (self == null) {
            throw new IllegalStateException(
                    Thread.currentThread().getName() + " waits by this clock, which has not started it");
        }
        return self;
    }

    /**
     * Creates the clock of another machine, which shows another time; its threads take turns with those of this one.
     *
     * @param aheadNanos how far it is ahead at the start
     * @param gainPpm by how many millionths it runs too fast
     */
    public LocalClock ofAnother(long aheadNanos, long gainPpm) {
        return new Another(this, aheadNanos, gainPpm);
    }

    private record Another(VirtualClock clock, long aheadNanos, long gainPpm) implements LocalClock {
        private static final long MILLION = 1_000_000;

        @Override
        public long nanoTime() {
            return clock.nanoTime() + aheadNanos + clock.nanoTime() * gainPpm / MILLION;
        }

        @Override
        public void park(long nanos) {
            clock.park(nanos);
        }

        @Override
        public void parkShort(long nanos) {
            clock.park(nanos);
        }

        @Override
        public void park() {
            clock.park();
        }

        @Override
        public void unpark(Thread thread) {
            clock.unpark(thread);
        }

        @Override
        public Thread start(Thread.Builder thread, Runnable body) {
            return clock.start(thread, body);
        }

        @Override
        public boolean join(Thread thread, Duration limit) throws InterruptedException {
            return clock.join(thread, limit);
        }
    }
}
