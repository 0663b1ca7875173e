package dev.loomweight.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What calls and locks wait for by their names alone; {@code juc} is {@code java.util.concurrent}. */
class WaitCallsTest {

    private static String full(String name) {
        return name.replaceFirst("^juc\\.", "java.util.concurrent.");
    }

    private static String text(@Nullable WaitKind kind) {
        return kind == null ? "-" : kind.name();
    }

    @ParameterizedTest(name = "{0}.{1}: {2}")
    @CsvSource({
        "sun.nio.ch.Poller,                   poll,        INPUT",
        "sun.nio.ch.Poller,                   pollerLoop,  INPUT",
        "sun.nio.ch.Poller,                   register,    -",
        "sun.nio.ch.EPollSelectorImpl,        doSelect,    INPUT",
        "com.acme.OwnSelectorImpl,            select,      -",
        "java.net.ServerSocket,               accept,      INPUT",
        "java.net.ServerSocket,               bind,        -",
        "java.util.function.Consumer,         accept,      -",
        "com.acme.Server,                     accept,      -",
        "juc.locks.ReentrantLock,             lock,        LOCK",
        "juc.locks.ReentrantLock,             tryLock,     LOCK",
        "juc.locks.ReentrantLock,             unlock,      -",
        "juc.locks.ReentrantReadWriteLock$ReadLock, lock,  LOCK",
        "juc.ThreadPoolExecutor,              getTask,     WORK",
        "juc.ThreadPoolExecutor,              awaitTermination, TASK",
        "juc.ThreadPoolExecutor,              execute,     -",
        "com.acme.Shop,                       lock,        -",
    })
    void aCall(String className, String method, String kind) {
        assertThat(text(WaitCalls.of(full(className), method))).isEqualTo(kind);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "juc.locks.ReentrantLock$NonfairSync,          LOCK",
        "juc.locks.ReentrantReadWriteLock$NonfairSync, LOCK",
        "juc.locks.ReentrantReadWriteLock$WriteLock,   LOCK",
        "juc.locks.StampedLock,                        LOCK",
        "juc.Semaphore$FairSync,                       SEMAPHORE",
        "juc.CountDownLatch$Sync,                      LATCH",
        "juc.FutureTask,                               TASK",
        "juc.CompletableFuture$Signaller,              TASK",
        "juc.SynchronousQueue$TransferStack,           WORK",
        "juc.LinkedTransferQueue,                      WORK",
        // A condition does not say whose it is.
        "juc.locks.AbstractQueuedSynchronizer$ConditionObject, PARK",
        "com.acme.Ticket,                              PARK",
        "com.acme.Ticket$Line,                         PARK",
    })
    void aLock(String className, WaitKind kind) {
        assertThat(WaitCalls.ofLock(full(className))).isEqualTo(kind);
    }

    @ParameterizedTest(name = "{0}.{1}: {2}")
    @CsvSource({
        "juc.LinkedBlockingQueue, take,     WORK",
        "juc.LinkedBlockingDeque, pollLast, WORK",
        "juc.LinkedBlockingQueue, put,      ROOM",
        "juc.SynchronousQueue,    offer,    ROOM",
        "juc.LinkedTransferQueue, transfer, ROOM",
        "juc.LinkedTransferQueue, xfer,     WORK",
        "juc.LinkedBlockingQueue, size,     -",
        "com.acme.Queue,          take,     -",
        "juc.Semaphore,           take,     -",
    })
    void aQueue(String className, String method, String kind) {
        assertThat(text(WaitCalls.ofQueue(full(className), method))).isEqualTo(kind);
    }

    /** Names that libraries have, too, are next to those that the JDK alone has. */
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "java.lang.String,                     true",
        "javax.sql.DataSource,                 true",
        "javax.xml.bind.JAXB,                  false",
        "javafx.stage.Stage,                   false",
        "jdk.internal.misc.Unsafe,             true",
        "jdk.jfr.Event,                        true",
        "jdk.jfr.consumer.RecordingFile,       true",
        "jdk.proxy2.$Proxy5,                   true",
        "jdk.unknown.Thing,                    false",
        "sun.nio.ch.Net,                       true",
        "sun.security.ssl.SSLSocketImpl,       true",
        "sun.unknown.Thing,                    false",
        "com.sun.proxy.$Proxy5,                true",
        "com.sun.net.httpserver.HttpServer,    true",
        "com.sun.jna.Native,                   false",
        "com.sun.mail.smtp.SMTPTransport,      false",
        "com.sun.tools.javac.Main,             true",
        "com.sun.tools.xjc.Driver,             false",
        "org.w3c.dom.Node,                     true",
        "org.w3c.dom.smil.Time,                false",
        "org.xml.sax.Parser,                   true",
        "org.ietf.jgss.Oid,                    true",
        "org.jcp.xml.dsig.internal.Digester,   true",
        "netscape.javascript.JSObject,         true",
        "com.acme.Shop,                        false",
    })
    void aClassOfTheJdk(String className, boolean jdk) {
        assertThat(JdkPackages.have(className)).isEqualTo(jdk);
    }

    /** What is below a package can be a library's, unless that is the root of others of the JDK. */
    @Test
    void aPackageIsOfTheJdkAloneOrHasNeighbours() {
        assertThat(JdkPackages.roots())
                .contains("jdk.internal", "sun.nio", "com.sun.net.httpserver")
                .doesNotContain("jdk", "sun", "com.sun", "javax.xml");
        assertThat(JdkPackages.single())
                .contains("javax.xml", "org.w3c.dom")
                .doesNotContain("javax", "javax.xml.bind")
                .doesNotContainAnyElementsOf(JdkPackages.roots());
    }

    @ParameterizedTest(name = "{0}.{1}: {2}")
    @CsvSource({
        "reactor.core.publisher.BlockingSingleSubscriber,                     blockingGet, TASK",
        "reactor.core.publisher.BlockingSingleSubscriber,                     onNext,      -",
        "org.eclipse.jetty.util.thread.ReservedThreadExecutor$ReservedThread, waitForTask, WORK",
        "org.eclipse.jetty.util.BlockingArrayQueue,                           poll,        WORK",
        "com.acme.Subscriber,                                                 blockingGet, -",
    })
    void aCallOfALibrary(String className, String method, String kind) {
        assertThat(text(WaitCalls.ofLibrary(className, method))).isEqualTo(kind);
    }
}
