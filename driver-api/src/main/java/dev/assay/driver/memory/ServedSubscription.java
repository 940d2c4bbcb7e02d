package dev.assay.driver.memory;

import dev.assay.driver.memory.wire.FrameBuffer;
import dev.assay.driver.memory.wire.FrameType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What a server keeps for one subscription of a topic, and which of its consumers gets it. A partition belongs to one consumer
 * at a time: it goes over to another when the one before has said how far it got.
 */
final class ServedSubscription {
    /** A frame of messages is closed beyond this. */
    private static final int FRAME_BYTES = 1 << 16;

    private final RetainedBytes retained;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Partition> partitions = new ArrayList<>();
    private final List<Member> members = new ArrayList<>();
    private boolean deleted;

    ServedSubscription(int count, RetainedBytes retained) {
        this.retained = retained;
        for (int number = 0; number < count; number++) {
            partitions.add(new Partition(number));
        }
    }

    /** Messages in order: those that were sent and may come back, then those that were not. */
    private static final class Partition {
        final int number;
        final Deque<byte[]> sent = new ArrayDeque<>();
        final Deque<byte[]> unsent = new ArrayDeque<>();
        /** Not for those who read now. */
        final Deque<byte[]> withheld = new ArrayDeque<>();

        @Nullable
        Member owner;

        boolean revoking;

        /** Whether it is among those that its owner is to be sent something of. */
        boolean ready;

        Partition(int number) {
            this.number = number;
        }

        /** There may be something to send. */
        void wake() {
            if (owner != null && !unsent.isEmpty()) {
                if (!ready) {
                    ready = true;
                    owner.ready.add(this);
                }
                owner.something.signal();
            }
        }

        /** Whoever comes next may have it. */
        void takeWithheld() {
            unsent.addAll(withheld);
            withheld.clear();
        }

        /** What its owner did not take comes next. */
        void takeBack() {
            while (!sent.isEmpty()) {
                unsent.addFirst(sent.removeLast());
            }
            owner = null;
            revoking = false;
            ready = false;
        }
    }

    /** A notice to a consumer about one of its partitions. */
    private record Notice(FrameType type, int partition) {}

    /** One consumer. */
    final class Member {
        private final Condition something = lock.newCondition();
        private final Deque<Notice> notices = new ArrayDeque<>();
        private final List<Partition> owned = new ArrayList<>();
        private final Deque<Partition> ready = new ArrayDeque<>();
        private long aheadBytes;
        private boolean paused;
        private boolean left;

        private Member() {}

        /**
         * Waits until there is something to say to the consumer, and puts it into the buffer, which is empty.
         *
         * @return false when it has left
         */
        boolean await(FrameBuffer buffer) throws InterruptedException {
            lock.lock();
            try {
                while (!left && !fill(buffer)) {
                    something.await();
                }
                return !left;
            } finally {
                lock.unlock();
            }
        }

        private boolean fill(FrameBuffer buffer) {
            for (Notice notice = notices.poll(); notice != null; notice = notices.poll()) {
                buffer.put(notice.type(), notice.partition());
            }
            while (!paused
                    && aheadBytes < ConsumerSession.AHEAD_BYTES
                    && buffer.size() < FRAME_BYTES
                    && !ready.isEmpty()) {
                Partition partition = ready.remove();
                partition.ready = false;
                if (!partition.revoking) {
                    send(partition, buffer);
                    partition.wake();
                }
            }
            return buffer.size() > 0;
        }

        private void send(Partition partition, FrameBuffer buffer) {
            int count = 0;
            long bytes = 0;
            for (byte[] payload : partition.unsent) {
                if (count > 0 && bytes + payload.length > FRAME_BYTES) {
                    break;
                }
                count++;
                bytes += payload.length;
            }
            aheadBytes += bytes;
            buffer.begin(FrameType.MESSAGES);
            buffer.putInt(partition.number);
            buffer.putInt(count);
            for (; count > 0; count--) {
                byte[] payload = partition.unsent.removeFirst();
                partition.sent.addLast(payload);
                buffer.putInt(payload.length);
                buffer.putBytes(payload);
            }
            buffer.end();
        }

        void consumed(int number, int count) {
            lock.lock();
            try {
                Partition partition = partitions.get(number);
                if (partition.owner != this || count > partition.sent.size()) {
                    throw new IllegalArgumentException("a consumer has taken " + count + " messages of partition "
                            + number + " that it was not sent");
                }
                long bytes = 0;
                for (int taken = 0; taken < count; taken++) {
                    bytes += partition.sent.removeFirst().length;
                }
                aheadBytes -= bytes;
                release(bytes);
                something.signal();
            } finally {
                lock.unlock();
            }
        }

        void revoked(int number) {
            lock.lock();
            try {
                Partition partition = partitions.get(number);
                if (partition.owner == this && partition.revoking) {
                    owned.remove(partition);
                    ready.remove(partition);
                    partition.takeBack();
                    share();
                }
            } finally {
                lock.unlock();
            }
        }

        void pause(boolean pause) {
            lock.lock();
            try {
                paused = pause;
                something.signal();
            } finally {
                lock.unlock();
            }
        }

        /** Gives up all partitions; called more than once without harm. */
        void leave() {
            lock.lock();
            try {
                left = true;
                members.remove(this);
                owned.forEach(Partition::takeBack);
                owned.clear();
                ready.clear();
                if (members.isEmpty()) {
                    partitions.forEach(Partition::takeWithheld);
                }
                share();
                something.signal();
            } finally {
                lock.unlock();
            }
        }
    }

    /** One more consumer; its share of the partitions comes as the others give them up. */
    Member join() {
        lock.lock();
        try {
            Member member = new Member();
            members.add(member);
            share();
            return member;
        } finally {
            lock.unlock();
        }
    }

    /** Every partition goes to the consumer whose turn it is, at once where nobody has it. */
    private void share() {
        for (Partition partition : partitions) {
            Member target = members.isEmpty() ? null : members.get(partition.number % members.size());
            if (partition.owner == null && target != null) {
                partition.owner = target;
                target.owned.add(partition);
                tell(target, FrameType.ASSIGN, partition);
                partition.wake();
            } else if (partition.owner != null && partition.owner != target && !partition.revoking) {
                partition.revoking = true;
                tell(partition.owner, FrameType.REVOKE, partition);
            }
        }
    }

    private static void tell(Member member, FrameType type, Partition partition) {
        member.notices.add(new Notice(type, partition.number));
        member.something.signal();
    }

    /** Keeps a message until a consumer has taken it. The payload is not changed any more by anybody. */
    void append(int number, byte[] payload) {
        retained.add(payload.length);
        lock.lock();
        try {
            if (deleted) {
                retained.free(payload.length);
                return;
            }
            Partition partition = partitions.get(number);
            partition.unsent.addLast(payload);
            partition.wake();
        } finally {
            lock.unlock();
        }
    }

    /** Keeps a message for consumers that come when all those of now have left. The payload is not changed any more by anybody. */
    void withhold(int number, byte[] payload) {
        retained.add(payload.length);
        lock.lock();
        try {
            if (deleted) {
                retained.free(payload.length);
                return;
            }
            partitions.get(number).withheld.addLast(payload);
        } finally {
            lock.unlock();
        }
    }

    private void release(long bytes) {
        if (!deleted) {
            retained.free(bytes);
        }
    }

    /** Forgets all messages. */
    void delete() {
        lock.lock();
        try {
            for (Partition partition : partitions) {
                partition.sent.forEach(payload -> release(payload.length));
                partition.unsent.forEach(payload -> release(payload.length));
                partition.withheld.forEach(payload -> release(payload.length));
                partition.withheld.clear();
                partition.unsent.clear();
                partition.ready = false;
            }
            members.forEach(member -> member.ready.clear());
            deleted = true;
        } finally {
            lock.unlock();
        }
    }
}
