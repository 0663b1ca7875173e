package dev.loomweight.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a thread waits for, by what a dump shows of it: a table of facts, and of stacks as JDKs print them. */
class ThreadWaitTest {

    // What is said of a wait: kind, then "timed" or "perhaps" timed and "idle" where it is, frame and site.
    private static String said(ThreadWait wait) {
        return wait.kind() + (wait.timed() ? " timed" : wait.mayTimeOut() ? " perhaps" : "")
                + (wait.idle() ? " idle" : "") + " " + wait.frame() + " " + wait.site();
    }

    // PLATFORM, VIRTUAL or UNKNOWN, a state or -, and what else the dump says.
    static ThreadFacts facts(String words) {
        List<String> all = List.of(words.split(" "));
        return new ThreadFacts(
                all.stream()
                        .filter(word -> word.startsWith("name="))
                        .map(word -> word.substring(5).replace('_', ' '))
                        .findFirst()
                        .orElse(""),
                all.get(0).equals("UNKNOWN") ? null : all.get(0).equals("VIRTUAL"),
                all.get(1).equals("-") ? null : all.get(1),
                all.contains("carriersUnseen") ? null : Boolean.valueOf(all.contains("mounted")),
                all.contains("initializing"),
                all.contains("entering"),
                all.contains("inWait"),
                all.stream()
                        .filter(word -> word.startsWith("for="))
                        .map(word -> word.substring(4))
                        .findFirst()
                        .orElse(null));
    }

    record Fact(String facts, String stack, String said) {
        @Override
        public String toString() {
            return facts + ": " + stack;
        }
    }

    private static final String PARK21 =
            "VT.park < java.lang.System$2.parkVirtualThread < jdk.internal.misc.VirtualThreads.park < LS.park < ";
    private static final String TIMED21 =
            "VT.parkNanos < java.lang.System$2.parkVirtualThread < jdk.internal.misc.VirtualThreads.park < LS.parkNanos < ";
    private static final String CONDITION = "AQS$ConditionNode.block < juc.ForkJoinPool.unmanagedBlock <"
            + " juc.ForkJoinPool.managedBlock < AQS$ConditionObject.await < ";
    private static final String APP = "com.acme.Shop.order < VT.run";

    static Stream<Fact> facts() {
        return Stream.of(
                // Locks, whatever they are wanted for.
                virtual(
                        PARK21
                                + "AQS.acquire < AQS.acquire < juc.locks.ReentrantLock$Sync.lock < juc.locks.ReentrantLock.lock < "
                                + APP,
                        "LOCK 6 8"),
                virtual(
                        TIMED21 + "AQS.acquire < AQS.tryAcquireNanos < juc.locks.ReentrantLock.tryLock < " + APP,
                        "LOCK timed 6 7"),
                virtual(
                        PARK21 + "AQS.acquire < AQS.acquireShared < juc.locks.ReentrantReadWriteLock$ReadLock.lock < "
                                + APP,
                        "LOCK 6 7"),
                virtual(
                        PARK21 + "AQS.acquire < AQS.acquire < juc.locks.ReentrantReadWriteLock$WriteLock.lock < " + APP,
                        "LOCK 6 7"),
                virtual(
                        PARK21 + "juc.locks.StampedLock.acquireWrite < juc.locks.StampedLock.writeLock < " + APP,
                        "LOCK 4 6"),
                virtual(
                        PARK21
                                + "juc.ConcurrentHashMap$TreeBin.contendedLock < juc.ConcurrentHashMap$TreeBin.lockRoot < juc.ConcurrentHashMap.putVal < "
                                + APP,
                        "LOCK 4 7"),
                virtual(
                        PARK21
                                + "AQS.acquire < AQS.acquireInterruptibly < juc.locks.ReentrantLock$Sync.lockInterruptibly < juc.locks.ReentrantLock.lockInterruptibly < juc.LinkedBlockingQueue.take < "
                                + APP,
                        "LOCK 6 9"),
                virtual(
                        PARK21
                                + "AQS.acquire < AQS.acquire < juc.locks.ReentrantLock$Sync.lock < juc.locks.ReentrantLock.lock < sun.nio.ch.NioSocketImpl.implRead < java.net.Socket$SocketInputStream.read < "
                                + APP,
                        "LOCK 6 10"),
                virtual(
                        PARK21
                                + "AQS.acquire < AQS.acquire < juc.locks.ReentrantLock$Sync.lock < juc.locks.ReentrantLock.lock < juc.CyclicBarrier.dowait < juc.CyclicBarrier.await < "
                                + APP,
                        "LOCK 6 10"),
                // Signalled, and in line for the lock again: of JDK 21, of JDK 11.
                virtual(
                        PARK21 + "AQS.acquire < AQS$ConditionObject.await < juc.LinkedBlockingQueue.take < " + APP,
                        "LOCK 6 7"),
                platform(
                        "WAITING",
                        "Unsafe.park! < LS.park < AQS.parkAndCheckInterrupt < AQS.acquireQueued < AQS$ConditionObject.await < juc.LinkedBlockingQueue.take < com.acme.Shop.order",
                        "LOCK 5 6"),
                platform(
                        "WAITING",
                        "Unsafe.park! < LS.park < AQS.acquire < AQS.acquire < juc.ThreadPoolExecutor$Worker.lock < juc.ThreadPoolExecutor.runWorker < juc.ThreadPoolExecutor$Worker.run < java.lang.Thread.run",
                        "LOCK 4 -1"),
                platform(
                        "WAITING",
                        "Unsafe.park! < LS.park < AQS.parkAndCheckInterrupt < AQS.acquireQueued < AQS.acquire < juc.locks.ReentrantLock$NonfairSync.lock < juc.locks.ReentrantLock.lock < com.acme.Shop.order",
                        "LOCK 5 7"),
                // A synchronizer of the application's own.
                virtual(PARK21 + "AQS.acquire < AQS.acquire < com.acme.Mutex.lock < " + APP, "LOCK 6 6"),
                virtual(
                        PARK21 + "AQS.acquire < AQS.acquireSharedInterruptibly < com.acme.Gate.pass < " + APP,
                        "SEMAPHORE 6 6"),
                virtual(
                        PARK21 + "juc.locks.AbstractQueuedLongSynchronizer.acquire < com.acme.Mutex.lock < " + APP,
                        "LOCK 5 5"),
                // Permits, signals, results.
                virtual(
                        PARK21 + "AQS.acquire < AQS.acquireSharedInterruptibly < juc.Semaphore.acquire < " + APP,
                        "SEMAPHORE 6 7"),
                virtual(
                        TIMED21 + "AQS.acquire < AQS.tryAcquireSharedNanos < juc.Semaphore.tryAcquire < " + APP,
                        "SEMAPHORE timed 6 7"),
                virtual(
                        PARK21 + "AQS.acquire < AQS.acquireSharedInterruptibly < juc.CountDownLatch.await < " + APP,
                        "LATCH 6 7"),
                virtual(
                        PARK21 + CONDITION + "juc.CyclicBarrier.dowait < juc.CyclicBarrier.await < " + APP,
                        "BARRIER 8 10"),
                virtual(
                        PARK21
                                + "juc.Phaser$QNode.block < juc.ForkJoinPool.unmanagedBlock < juc.ForkJoinPool.managedBlock < juc.Phaser.internalAwaitAdvance < juc.Phaser.awaitAdvance < "
                                + APP,
                        "BARRIER 4 9"),
                virtual(PARK21 + "juc.Exchanger.slotExchange < juc.Exchanger.exchange < " + APP, "BARRIER 4 6"),
                virtual(PARK21 + CONDITION + "com.acme.Shop.order < VT.run", "CONDITION 8 8"),
                virtual(
                        TIMED21 + "AQS$ConditionObject.awaitNanos < com.acme.Shop.order < VT.run",
                        "CONDITION timed 5 5"),
                virtual(PARK21 + "juc.FutureTask.awaitDone < juc.FutureTask.get < " + APP, "TASK 4 6"),
                virtual(
                        PARK21
                                + "juc.CompletableFuture$Signaller.block < juc.ForkJoinPool.unmanagedBlock < juc.ForkJoinPool.managedBlock < juc.CompletableFuture.waitingGet < juc.CompletableFuture.join < "
                                + APP,
                        "TASK 4 9"),
                virtual(
                        TIMED21
                                + "juc.CompletableFuture$Signaller.block < juc.ForkJoinPool.managedBlock < juc.CompletableFuture.timedGet < juc.CompletableFuture.get < "
                                + APP,
                        "TASK timed 4 8"),
                virtual(PARK21 + "juc.ForkJoinTask.awaitDone < juc.ForkJoinTask.join < " + APP, "TASK 4 6"),
                virtual(PARK21 + "juc.ForkJoinTask.awaitDone < juc.ForkJoinTask.quietlyJoin < " + APP, "TASK 4 6"),
                virtual(
                        PARK21 + CONDITION
                                + "juc.LinkedBlockingQueue.take < juc.ExecutorCompletionService.take < juc.AbstractExecutorService.doInvokeAny < juc.AbstractExecutorService.invokeAny < "
                                + APP,
                        "TASK 8 12"),
                virtual(
                        PARK21 + CONDITION + "juc.ThreadPoolExecutor.awaitTermination < juc.ExecutorService.close < "
                                + APP,
                        "TASK 8 10"),
                virtual(
                        PARK21
                                + "AQS.acquire < AQS.acquireSharedInterruptibly < juc.CountDownLatch.await < juc.ThreadPerTaskExecutor.awaitTermination < juc.ThreadPerTaskExecutor.close < "
                                + APP,
                        "TASK 6 9"),
                virtual(
                        PARK21 + "jdk.internal.misc.ThreadFlock.awaitAll < juc.StructuredTaskScopeImpl.join < " + APP,
                        "TASK 4 6"),
                virtual(
                        PARK21
                                + "AQS.acquire < AQS.acquireSharedInterruptibly < juc.CountDownLatch.await < VT.joinNanos < java.lang.Thread.join < "
                                + APP,
                        "JOIN 6 9"),
                platform(
                        "WAITING inWait",
                        "java.lang.Object.wait! < java.lang.Thread.join < java.lang.Thread.join < com.acme.Shop.order",
                        "JOIN 1 3"),
                // Whoever gives a time has the same frames: join(Duration), join(long), wait(0) and wait(1000).
                platform(
                        "-",
                        "java.lang.Object.wait0! < java.lang.Object.wait < java.lang.Thread.join < java.lang.Thread.join < com.acme.Shop.order",
                        "JOIN perhaps 2 4"),
                platform(
                        "-",
                        "java.lang.Object.wait0! < java.lang.Object.wait < java.lang.Thread.join < com.acme.Shop.order",
                        "JOIN perhaps 2 3"),
                platform(
                        "-",
                        "java.lang.Object.wait0! < java.lang.Object.wait < java.lang.Object.wait < juc.TimeUnit.timedWait < com.acme.Shop.order",
                        "NOTIFY timed 3 4"),
                platform(
                        "WAITING inWait",
                        "java.lang.Object.wait0! < java.lang.Object.wait < com.acme.Shop.order",
                        "NOTIFY 2 2"),
                platform(
                        "- ",
                        "java.lang.Object.wait0! < java.lang.Object.wait < java.lang.Object.wait < com.acme.Shop.order",
                        "NOTIFY 3 3"),
                platform(
                        "-",
                        "java.lang.Object.wait0! < java.lang.Object.wait < com.acme.Shop.order",
                        "NOTIFY perhaps 2 2"),
                platform(
                        "TIMED_WAITING inWait",
                        "java.lang.Object.wait0! < java.lang.Object.wait < com.acme.Shop.order",
                        "NOTIFY timed 2 2"),
                virtual(PARK21 + "com.acme.Shop.order < VT.run", "PARK 4 4"),
                virtual(TIMED21 + "com.acme.Shop.order < VT.run", "PARK timed 4 4"),
                new Fact(
                        "VIRTUAL WAITING for=java.util.concurrent.locks.ReentrantLock$NonfairSync",
                        PARK21 + APP,
                        "LOCK 4 4"),
                new Fact("VIRTUAL WAITING for=java.util.concurrent.Semaphore$FairSync", PARK21 + APP, "SEMAPHORE 4 4"),
                new Fact("VIRTUAL WAITING for=com.acme.Ticket", PARK21 + APP, "PARK 4 4"),
                // Work, and room for it.
                virtual(PARK21 + CONDITION + "juc.LinkedBlockingQueue.take < " + APP, "WORK idle 8 9"),
                virtual(
                        TIMED21
                                + "juc.LinkedTransferQueue$DualNode.await < juc.LinkedTransferQueue.xfer < juc.SynchronousQueue.xfer < juc.SynchronousQueue.poll < "
                                + APP,
                        "WORK idle 4 8"),
                virtual(PARK21 + CONDITION + "juc.ArrayBlockingQueue.put < " + APP, "ROOM 8 9"),
                virtual(
                        PARK21
                                + "juc.LinkedTransferQueue$DualNode.await < juc.LinkedTransferQueue.xfer < juc.SynchronousQueue.xfer < juc.SynchronousQueue.put < "
                                + APP,
                        "ROOM 4 8"),
                virtual(
                        PARK21
                                + "juc.LinkedTransferQueue$DualNode.await < juc.LinkedTransferQueue.xfer < juc.LinkedTransferQueue.transfer < "
                                + APP,
                        "ROOM 4 7"),
                platform(
                        "WAITING",
                        "Unsafe.park! < LS.park < " + CONDITION
                                + "juc.LinkedBlockingQueue.take < juc.ThreadPoolExecutor.getTask < juc.ThreadPoolExecutor.runWorker < juc.ThreadPoolExecutor$Worker.run < java.lang.Thread.run",
                        "WORK idle 6 -1"),
                platform(
                        "TIMED_WAITING",
                        "Unsafe.park! < LS.parkNanos < AQS$ConditionObject.awaitNanos < juc.ScheduledThreadPoolExecutor$DelayedWorkQueue.take < juc.ThreadPoolExecutor.getTask < juc.ThreadPoolExecutor.runWorker < java.lang.Thread.run",
                        "WORK idle 3 -1"),
                platform(
                        "WAITING",
                        "Unsafe.park! < LS.park < juc.ForkJoinPool.awaitWork < juc.ForkJoinPool.runWorker < juc.ForkJoinWorkerThread.run",
                        "WORK idle 2 -1"),
                platform(
                        "WAITING",
                        "Unsafe.park! < LS.park < juc.DelayScheduler.loop < juc.DelayScheduler.run",
                        "WORK idle 2 -1"),
                platform(
                        "WAITING",
                        "Unsafe.park! < LS.park < " + CONDITION
                                + "java.lang.ref.ReferenceQueue.await < java.lang.ref.ReferenceQueue.remove < java.lang.ref.Finalizer$FinalizerThread.run",
                        "WORK idle 6 -1"),
                platform(
                        "TIMED_WAITING inWait",
                        "java.lang.Object.wait! < java.lang.ref.ReferenceQueue.remove < jdk.internal.ref.CleanerImpl.run < java.lang.Thread.run",
                        "WORK idle 1 -1"),
                platform(
                        "WAITING inWait",
                        "java.lang.Object.wait! < java.lang.Object.wait < java.util.TimerThread.mainLoop < java.util.TimerThread.run",
                        "WORK idle 2 -1"),
                platform(
                        "TIMED_WAITING inWait",
                        "java.lang.Object.wait! < java.lang.Object.wait < jdk.jfr.internal.PlatformRecorder.takeNap < jdk.jfr.internal.PlatformRecorder.periodicTask < java.lang.Thread.run",
                        "WORK idle 2 -1"),
                platform(
                        "RUNNABLE",
                        "java.lang.ref.Reference.waitForReferencePendingList! < java.lang.ref.Reference.processPendingReferences < java.lang.ref.Reference$ReferenceHandler.run",
                        "WORK idle 0 -1"),
                platform(
                        "RUNNABLE",
                        "java.lang.VirtualThread.takeVirtualThreadListToUnblock! < VT.unblockVirtualThreads < java.lang.Thread.run",
                        "WORK idle 2 -1"),
                // The clock; outside of the process.
                virtual(
                        "VT.parkNanos < VT.sleepNanos < java.lang.Thread.sleepNanos < java.lang.Thread.sleep < " + APP,
                        "SLEEP timed 2 4"),
                platform(
                        "-",
                        "java.lang.Thread.sleep0! < java.lang.Thread.sleep < com.acme.Shop.order",
                        "SLEEP timed 0 2"),
                platform(
                        "RUNNABLE",
                        "sun.nio.ch.Net.poll! < sun.nio.ch.NioSocketImpl.park < sun.nio.ch.NioSocketImpl.implRead < com.acme.Shop.order",
                        "INPUT 0 3"),
                virtual(
                        PARK21
                                + "sun.nio.ch.Poller.poll < sun.nio.ch.NioSocketImpl.park < sun.nio.ch.NioSocketImpl.accept < java.net.ServerSocket.accept < "
                                + APP,
                        "INPUT 4 8"),
                platform(
                        "RUNNABLE",
                        "sun.nio.ch.EPoll.wait! < sun.nio.ch.EPollPoller.poll < sun.nio.ch.Poller.pollerLoop < jdk.internal.misc.InnocuousThread.run",
                        "INPUT idle 0 -1"),
                virtual(
                        PARK21 + "sun.nio.ch.Poller.poll < sun.nio.ch.Poller.subPollerLoop < VT.run",
                        "INPUT idle 4 -1"),
                platform(
                        "RUNNABLE",
                        "java.io.FileInputStream.readBytes! < java.io.FileInputStream.read < com.acme.Shop.order",
                        "INPUT 0 2"),
                platform(
                        "WAITING",
                        "Unsafe.park! < LS.park < " + CONDITION + "java.lang.ProcessImpl.waitFor < com.acme.Shop.order",
                        "INPUT 6 7"),
                platform(
                        "WAITING inWait",
                        "java.lang.Object.wait! < java.lang.Object.wait < java.lang.ProcessImpl.waitFor < com.acme.Shop.order",
                        "INPUT 2 3"),
                platform(
                        "RUNNABLE",
                        "java.lang.ProcessHandleImpl.waitForProcessExit0! < java.lang.ProcessHandleImpl$1.run < java.lang.Thread.run",
                        "INPUT 0 -1"),
                // Monitors, class loaders, initializers.
                new Fact("VIRTUAL BLOCKED entering", APP, "MONITOR 0 0"),
                new Fact("PLATFORM - entering", "com.acme.Shop.order", "MONITOR 0 0"),
                new Fact(
                        "PLATFORM BLOCKED",
                        "java.lang.Object.wait0! < java.lang.Object.wait < com.acme.Shop.order",
                        "MONITOR 2 2"),
                new Fact(
                        "PLATFORM BLOCKED entering",
                        "com.acme.OldClassLoader.loadClass < java.lang.ClassLoader.loadClass < com.acme.Shop.order",
                        "LOADER 0 0"),
                new Fact(
                        "PLATFORM BLOCKED entering",
                        "java.lang.ClassLoader.loadClass < com.acme.Shop.order",
                        "LOADER 0 1"),
                new Fact(
                        "PLATFORM BLOCKED",
                        "java.lang.Class.forName0! < java.lang.Class.forName < com.acme.Shop.order",
                        "LOADER 0 2"),
                new Fact(
                        "PLATFORM -",
                        "java.lang.Class.forName0! < java.lang.Class.forName < com.acme.Shop.order",
                        "LOADER 0 2"),
                new Fact(
                        "PLATFORM RUNNABLE",
                        "java.lang.Class.forName0! < java.lang.Class.forName < com.acme.Shop.order",
                        "NONE 0 2"),
                new Fact("VIRTUAL RUNNABLE mounted initializing", APP, "INITIALIZER 0 0"),
                new Fact("PLATFORM BLOCKED", "java.lang.Object.wait0! < java.lang.Object.wait", "MONITOR 1 -1"),
                new Fact("PLATFORM BLOCKED", "java.lang.ClassLoader.loadClass", "LOADER 0 -1"),
                // Outside of the innermost of its own frames, or far from the top, it is another lock.
                new Fact("PLATFORM BLOCKED", "com.acme.Shop.order < java.lang.ClassLoader.loadClass", "MONITOR 0 0"),
                new Fact(
                        "PLATFORM BLOCKED",
                        "java.util.A.a < java.util.A.b < java.lang.ClassLoader.loadClass < com.acme.Shop.order",
                        "LOADER 0 3"),
                new Fact(
                        "PLATFORM BLOCKED",
                        "java.util.A.a < java.util.A.b < java.util.A.c < java.lang.ClassLoader.loadClass",
                        "MONITOR 0 -1"),
                new Fact("VIRTUAL BLOCKED mounted", "", "MONITOR 0 -1"),
                new Fact("VIRTUAL WAITING", "", "NONE 0 -1"),
                platform("WAITING", "java.lang.ClassLoader.loadClass < com.acme.Shop.order", "LOADER 0 1"),
                platform("WAITING", "com.acme.OldClassLoader.loadClass < com.acme.Shop.order", "PARK 0 0"),
                // Signalled at a barrier, and in line for its lock again.
                virtual(
                        PARK21
                                + "AQS.acquire < AQS$ConditionObject.await < juc.CyclicBarrier.dowait < juc.CyclicBarrier.await < "
                                + APP,
                        "LOCK 6 8"),
                virtual(
                        PARK21
                                + "juc.locks.AbstractQueuedLongSynchronizer.acquire < juc.locks.AbstractQueuedLongSynchronizer$ConditionObject.await < juc.CyclicBarrier.dowait < "
                                + APP,
                        "LOCK 6 7"),
                // What the dump says of a thread, whose innermost frame is none of the machinery.
                platform("WAITING inWait", "com.acme.Shop.order < java.lang.Thread.join", "NOTIFY 0 0"),
                platform("WAITING inWait", "juc.LinkedBlockingQueue.take < com.acme.Shop.order", "WORK idle 0 1"),
                platform(
                        "WAITING inWait",
                        "com.mchange.v2.resourcepool.BasicResourcePool.prelimCheckoutResource < com.acme.Shop.order",
                        "POOL 0 0"),
                platform("WAITING", "Unsafe.park! < LS.park", "PARK 1 -1"),
                // Running, ready, not begun.
                new Fact(
                        "VIRTUAL - mounted",
                        "VT.yieldContinuation < VT.tryYield < java.lang.Thread.yield < " + APP,
                        "NONE 2 3"),
                new Fact("VIRTUAL RUNNABLE mounted", APP, "NONE 0 0"),
                new Fact("VIRTUAL - ", APP, "NONE 0 0"),
                new Fact("VIRTUAL RUNNABLE", PARK21 + CONDITION + APP, "CARRIER 0 8"),
                new Fact("VIRTUAL RUNNABLE", APP, "CARRIER 0 0"),
                // Text of JDK 25 has states and no carriers.
                new Fact("VIRTUAL RUNNABLE carriersUnseen", APP, "NONE 0 0"),
                new Fact("VIRTUAL RUNNABLE carriersUnseen", "java.io.FileInputStream.read0! < " + APP, "INPUT 0 1"),
                new Fact("VIRTUAL RUNNABLE carriersUnseen", PARK21 + CONDITION + APP, "CARRIER 0 8"),
                new Fact("VIRTUAL RUNNABLE carriersUnseen", "VT.run", "NONE 0 -1"),
                new Fact("VIRTUAL RUNNABLE carriersUnseen", "java.lang.Object.wait0! < " + APP, "CARRIER 0 1"),
                new Fact("VIRTUAL RUNNABLE carriersUnseen", "", "CARRIER 0 -1"),
                new Fact("VIRTUAL NEW carriersUnseen", "", "CARRIER 0 -1"),
                new Fact("VIRTUAL -", "VT.tryYield < java.lang.Thread.yield < " + APP, "CARRIER 0 2"),
                new Fact("VIRTUAL -", "", "CARRIER 0 -1"),
                new Fact("VIRTUAL NEW", "", "CARRIER 0 -1"),
                new Fact("UNKNOWN - name=order-7", "", "CARRIER 0 -1"),
                new Fact("UNKNOWN -", "", "CARRIER 0 -1"),
                new Fact("UNKNOWN - name=Signal_Dispatcher", "", "NONE idle 0 -1"),
                new Fact("UNKNOWN - name=C2_CompilerThread0", "", "NONE idle 0 -1"),
                new Fact("UNKNOWN -", PARK21 + "com.acme.Shop.order < VT.run", "PARK 4 4"),
                new Fact("PLATFORM RUNNABLE", "", "NONE idle 0 -1"),
                new Fact(
                        "PLATFORM RUNNABLE name=Attach_Listener",
                        "jdk.internal.vm.ThreadDumper.dumpThreads",
                        "NONE idle 0 -1"),
                new Fact(
                        "PLATFORM WAITING",
                        "jdk.internal.vm.Continuation.run < VT.runContinuation < juc.ForkJoinWorkerThread.run",
                        "NONE idle 0 -1"),
                // A thread that parks and is found before or after it.
                new Fact(
                        "VIRTUAL RUNNABLE mounted",
                        "Unsafe.park! < VT.parkOnCarrierThread < VT.park < LS.park < " + APP,
                        "NONE 4 4"),
                new Fact(
                        "VIRTUAL -",
                        "Unsafe.park! < VT.parkOnCarrierThread < VT.park < LS.park < juc.FutureTask.awaitDone < juc.FutureTask.get < com.acme.Shop.order < VT.run",
                        "TASK 4 6"),
                new Fact("PLATFORM -", "AQS.acquire < juc.locks.ReentrantLock.lock < com.acme.Shop.order", "NONE 1 2"),
                new Fact(
                        "PLATFORM -",
                        "Unsafe.unpark! < LS.unpark < AQS.release < juc.locks.ReentrantLock.unlock < com.acme.Shop.order",
                        "NONE 3 4"),
                // Pools by name; a lock of the pool's own is a lock.
                virtual(
                        PARK21 + CONDITION
                                + "org.apache.commons.pool2.impl.LinkedBlockingDeque.takeFirst < org.apache.commons.pool2.impl.GenericObjectPool.borrowObject < org.apache.commons.pool2.impl.GenericObjectPool.borrowObject < "
                                + APP,
                        "POOL 9 8"),
                virtual(
                        TIMED21
                                + "juc.LinkedTransferQueue$DualNode.await < juc.LinkedTransferQueue.xfer < juc.SynchronousQueue.xfer < juc.SynchronousQueue.poll < com.zaxxer.hikari.util.ConcurrentBag.borrow < com.zaxxer.hikari.pool.HikariPool.getConnection < "
                                + APP,
                        "POOL timed 8 8"),
                virtual(
                        PARK21
                                + "AQS.acquire < AQS.acquireSharedInterruptibly < juc.Semaphore.acquire < org.vibur.objectpool.ConcurrentPool.take < "
                                + APP,
                        "POOL 7 7"),
                platform(
                        "WAITING inWait",
                        "java.lang.Object.wait! < java.lang.Object.wait < com.mchange.v2.resourcepool.BasicResourcePool.awaitAvailable < com.mchange.v2.resourcepool.BasicResourcePool.prelimCheckoutResource < com.acme.Shop.order",
                        "POOL 3 2"),
                virtual(
                        PARK21
                                + "AQS.acquire < AQS.acquire < juc.locks.ReentrantLock$Sync.lock < juc.locks.ReentrantLock.lock < org.apache.commons.pool2.impl.GenericObjectPool.borrowObject < "
                                + APP,
                        "LOCK 6 8"),
                // Results and work of libraries, by name.
                platform(
                        "WAITING",
                        "Unsafe.park! < LS.park < AQS.acquire < AQS.acquireSharedInterruptibly < juc.CountDownLatch.await < reactor.core.publisher.BlockingSingleSubscriber.blockingGet < reactor.core.publisher.Mono.block < com.acme.Shop.order",
                        "TASK 5 5"),
                platform(
                        "WAITING",
                        "Unsafe.park! < LS.park < AQS.acquire < AQS.acquireSharedInterruptibly < juc.Semaphore.acquire < org.eclipse.jetty.util.thread.ReservedThreadExecutor$ReservedThread.waitForTask < org.eclipse.jetty.util.thread.QueuedThreadPool.runJob",
                        "WORK idle 4 5"),
                virtual(
                        "VT.parkNanos < VT.sleepNanos < java.lang.Thread.sleepNanos < java.lang.Thread.sleep < org.apache.commons.pool2.impl.GenericObjectPool.borrowObject < "
                                + APP,
                        "SLEEP timed 2 4"));
    }

    private static Fact virtual(String stack, String said) {
        return new Fact("VIRTUAL -", stack, said);
    }

    private static Fact platform(String state, String stack, String said) {
        return new Fact("PLATFORM " + state, stack, said);
    }

    @ParameterizedTest
    @MethodSource("facts")
    void eachIsWhatItWaitsFor(Fact fact) {
        assertThat(said(ThreadWait.of(new NamedFrames(fact.stack()), facts(fact.facts()))))
                .isEqualTo(fact.said());
    }

    /** The same stacks with the state that JDK 25 adds: what a wait is for does not depend on it. */
    @ParameterizedTest
    @MethodSource("facts")
    void aStateDoesNotChangeWhatAWaitIsFor(Fact fact) {
        ThreadFacts facts = facts(fact.facts());
        ThreadWait wait = ThreadWait.of(new NamedFrames(fact.stack()), facts);
        if (facts.state() != null
                || wait.limit() == ThreadWait.Limit.UNKNOWN
                || wait.kind().isRunning()
                || wait.kind().isOutside()
                || wait.kind() == WaitKind.LOADER) {
            return;
        }
        String state = wait.timed() ? " TIMED_WAITING" : " WAITING";

        assertThat(said(ThreadWait.of(
                        new NamedFrames(fact.stack()), facts(fact.facts().replaceFirst(" -", state)))))
                .isEqualTo(fact.said());
    }

    @ParameterizedTest
    @CsvSource({
        "java.util.concurrent.locks.ReentrantLock$NonfairSync, LOCK",
        "java.util.concurrent.locks.ReentrantReadWriteLock$FairSync, LOCK",
        "java.util.concurrent.locks.StampedLock, LOCK",
        "java.util.concurrent.ThreadPoolExecutor$Worker, LOCK",
        "java.util.concurrent.Semaphore$NonfairSync, SEMAPHORE",
        "java.util.concurrent.CountDownLatch$Sync, LATCH",
        "java.util.concurrent.FutureTask, TASK",
        "java.util.concurrent.CompletableFuture$Signaller, TASK",
        "java.util.concurrent.SynchronousQueue$Transferer, WORK",
        "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject, PARK",
        "com.acme.Ticket, PARK"
    })
    void whatIsParkedForHasAKind(String blocker, WaitKind kind) {
        assertThat(WaitCalls.ofLock(blocker)).isEqualTo(kind);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sun.nio.ch.Net.accept! < sun.nio.ch.NioSocketImpl.accept < com.acme.Server.run",
                "sun.nio.ch.EPoll.wait! < sun.nio.ch.SelectorImpl.select < com.acme.Server.run",
                "java.io.FileInputStream.readBytes! < com.acme.Console.line"
            })
    void whoWaitsForAConnectionOrALineListens(String stack) {
        assertThat(ThreadWait.isListening(new NamedFrames(stack))).isTrue();
    }

    @Test
    void whoReadsASocketDoesNotListen() {
        assertThat(ThreadWait.isListening(new NamedFrames("sun.nio.ch.Net.poll! < com.acme.Client.read")))
                .isFalse();
    }

    @Test
    void theClassOfALockIsTheOneThatPeopleKnow() {
        NamedFrames stack = new NamedFrames(PARK21 + "AQS.acquire < juc.locks.ReentrantLock$Sync.lock < " + APP);

        assertThat(ThreadWait.of(stack, facts("VIRTUAL -")).typeOf(stack))
                .isEqualTo("java.util.concurrent.locks.ReentrantLock");
        assertThat(ThreadWait.of(new NamedFrames(""), facts("VIRTUAL -")).typeOf(new NamedFrames("")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "MONITOR, true, true",
        "LOCK, true, true",
        "INITIALIZER, true, true",
        "LOADER, true, true",
        "POOL, true, true",
        "SEMAPHORE, true, true",
        "LATCH, false, true",
        "TASK, false, true",
        "PARK, false, true",
        "INPUT, false, false",
        "SLEEP, false, false",
        "WORK, false, false",
        "CARRIER, false, false",
        "NONE, false, false"
    })
    void aKindSaysWhoHasWhatIsWaitedFor(WaitKind kind, boolean contention, boolean forThreads) {
        assertThat(kind.isContention()).isEqualTo(contention);
        assertThat(kind.isForThreads()).isEqualTo(forThreads);
    }

    @ParameterizedTest
    @CsvSource({
        // facts, stack, whether it is virtual, has a carrier, could run without one, carries one
        "VIRTUAL RUNNABLE mounted, com.acme.Shop.order, true, true, false, false",
        "VIRTUAL RUNNABLE, com.acme.Shop.order, true, false, true, false",
        "VIRTUAL WAITING, VT.park < LS.park < com.acme.Shop.order, true, false, false, false",
        "VIRTUAL WAITING, Unsafe.park! < VT.parkOnCarrierThread < VT.park, true, true, false, false",
        "VIRTUAL RUNNABLE, Unsafe.park! < VT.parkOnCarrierThread < VT.park, true, true, false, false",
        "VIRTUAL -, VT.parkOnCarrierThread < VT.park < LS.park, true, true, false, false",
        "VIRTUAL -, VT.park < LS.park < com.acme.Shop.order, true, false, false, false",
        "VIRTUAL -, com.acme.Shop.order < VT.run, true, true, false, false",
        "VIRTUAL -, '', true, false, true, false",
        "UNKNOWN -, com.acme.Shop.order < VT.run, true, true, false, false",
        "UNKNOWN -, com.acme.Shop.order < java.lang.Thread.run, false, false, false, false",
        "UNKNOWN - name=Thread-3, '', false, false, false, false",
        "UNKNOWN - name=order-3, '', true, false, true, false",
        "PLATFORM -, '', false, false, false, false",
        "PLATFORM RUNNABLE, jdk.internal.vm.Continuation.run < VT.runContinuation, false, false, false, true",
        "PLATFORM RUNNABLE, jdk.internal.vm.Continuation.run < com.acme.Shop.order, false, false, false, false",
        // At most three frames are inside of it, and the innermost is the continuation's.
        "PLATFORM -, jdk.internal.vm.Continuation.run < a.A.a < a.A.a < VT.runContinuation, false, false, false, true",
        "PLATFORM -, jdk.internal.vm.Continuation.run < a.A.a < a.A.a < a.A.a < VT.runContinuation, false, false, false, false",
        "PLATFORM -, a.A.a < VT.runContinuation, false, false, false, false",
        "UNKNOWN -, jdk.internal.vm.Continuation.yield < VT.runContinuation < VT.run, true, true, false, false",
        "VIRTUAL WAITING, jdk.internal.vm.Continuation.yield < VT.runContinuation, true, false, false, false",
        // A state says who could run.
        "VIRTUAL NEW, '', true, false, true, false",
        "VIRTUAL TERMINATED, '', true, false, false, false",
        "VIRTUAL WAITING, VT.tryYield < com.acme.Shop.order, true, false, false, false",
        "VIRTUAL -, VT.tryYield < com.acme.Shop.order, true, false, true, false",
        "PLATFORM RUNNABLE, com.acme.Shop.order, false, false, false, false",
        "PLATFORM RUNNABLE mounted, VT.parkOnCarrierThread, false, false, false, false"
    })
    void aDumpShowsWhatCarriesWhat(
            String facts, String stack, boolean virtual, boolean mounted, boolean ready, boolean carrying) {
        NamedFrames frames = new NamedFrames(stack);
        ThreadFacts of = facts(facts);

        assertThat(of.isVirtual(frames)).isEqualTo(virtual);
        assertThat(of.isMounted(frames)).isEqualTo(mounted);
        assertThat(of.isReady(frames)).isEqualTo(ready);
        assertThat(of.isCarrying(frames)).isEqualTo(carrying);
    }

    @ParameterizedTest
    @CsvSource({
        "PLATFORM RUNNABLE, '', true",
        "PLATFORM RUNNABLE, com.acme.Shop.order, false",
        "PLATFORM RUNNABLE name=Attach_Listener, com.acme.Shop.order, true",
        "VIRTUAL RUNNABLE mounted name=Attach_Listener, com.acme.Shop.order, false",
        "VIRTUAL RUNNABLE, '', false"
    })
    void aThreadOfTheJvmHasNoFramesOrTakesTheDump(String facts, String stack, boolean ofJvm) {
        assertThat(facts(facts).isOfJvm(new NamedFrames(stack))).isEqualTo(ofJvm);
    }

    /** Its threads wait for nothing of the application's; a thread of an application may have such a name, too. */
    @ParameterizedTest
    @CsvSource({
        "VIRTUAL WAITING name=loomweight-probe, VT.park < LS.park < dev.loomweight.agent.SchedulerProbe.park < VT.run, WORK",
        "UNKNOWN - name=loomweight-probe, VT.park < LS.park < dev.loomweight.agent.SchedulerProbe.park < VT.run, WORK",
        "VIRTUAL WAITING name=loomweight-probe, VT.park < LS.park < com.acme.Shop.order < VT.run, PARK",
        "VIRTUAL WAITING name=probe, VT.park < LS.park < dev.loomweight.agent.SchedulerProbe.park < VT.run, PARK"
    })
    void aThreadOfTheAgentWaitsForNothingOfTheApplication(String facts, String stack, WaitKind kind) {
        ThreadWait wait = ThreadWait.of(new NamedFrames(stack), facts(facts));

        assertThat(wait.kind()).isEqualTo(kind);
        assertThat(wait.idle()).isEqualTo(kind == WaitKind.WORK);
    }

    @Test
    void factsThatADumpDoesNotShowAreNone() {
        assertThat(ThreadFacts.of(true, "RUNNABLE", true)).isEqualTo(facts("VIRTUAL RUNNABLE mounted"));
        assertThat(ThreadFacts.of(null, null, false)).isEqualTo(facts("UNKNOWN -"));
    }
}
