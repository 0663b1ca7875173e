package known;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Waits on monitors and enters them while it holds others: one method per case. */
public class KnownHolders implements Supplier<Map<String, Callable<Object>>> {

    static final Object A = new Object();
    static final Object B = new Object();
    private final Object lock = new Object();
    private final Object other = new Object();
    Object changing = new Object();
    private final Box box = new Box();

    @Override
    public Map<String, Callable<Object>> get() {
        Map<String, Callable<Object>> all = new TreeMap<>();
        all.put("enterThis", () -> { Box owned = new Box(); owned(owned); return new Box().outer(owned); });
        all.put("enterNew", () -> enterNew());
        all.put("enterBlock", () -> enterBlock(owned(new Object())));
        all.put("waitPlain", () -> waitPlain());
        all.put("waitTwice", () -> waitTwice());
        all.put("waitNew", () -> waitNew());
        all.put("waitAlias", () -> waitAlias());
        all.put("waitInSuper", () -> new Sub().await());
        all.put("waitOnArgument", () -> waitOnArgument());
        all.put("waitOnOtherThis", () -> new Box().waits(new Box()));
        all.put("waitOnSameThis", () -> waitOnSameThis(new Box()));
        all.put("waitStatic", () -> waitStatic());
        all.put("waitOtherField", () -> waitOtherField());
        all.put("waitFieldOfOther", () -> waitFieldOfOther(new KnownHolders(), new KnownHolders()));
        all.put("waitClass", () -> waitClass());
        all.put("waitOtherType", () -> waitOtherType());
        Object one = new Object();
        all.put("waitOnOneOfOne", () -> waitOnOne(one, one));
        all.put("waitOnOneOfTwo", () -> waitOnOne(one, new Object()));
        Object[] several = {one, one, new Object()};
        all.put("waitPerhapsSame", () -> waitOnOne(several[0], several[1]));
        all.put("waitPerhapsOther", () -> waitOnOne(several[0], several[2]));
        all.put("waitRewritten", () -> new KnownHolders().waitRewritten());
        all.put("waitInLambda", () -> waitInLambda());
        all.put("waitInLambdaOfTwo", () -> waitInLambdaOfTwo());
        all.put("waitReadAgain", () -> waitReadAgain());
        KnownHolders ofText = new KnownHolders();
        ofText.changing = new StringBuilder();
        all.put("waitReadAgainOfOtherClass", () -> ofText.waitReadAgain());
        all.put("waitOfOtherClass", () -> waitOfOtherClass());
        all.put("waitInResult", () -> box(ofText).waitsOn(ofText.changing));
        return all;
    }

    // A platform thread holds it until this thread is blocked on it.
    static Object owned(Object lock) throws InterruptedException {
        Thread waiting = Thread.currentThread();
        CountDownLatch taken = new CountDownLatch(1);
        Thread.ofPlatform().daemon().start(() -> {
            synchronized (lock) {
                taken.countDown();
                while (waiting.getState() != Thread.State.BLOCKED) {
                    LockSupport.parkNanos(500_000);
                }
            }
        });
        taken.await();
        return lock;
    }

    static Object enterNew() throws InterruptedException {
        Object wanted = new Object();
        owned(wanted);
        synchronized (new Object()) {
            synchronized (wanted) {
                return wanted;
            }
        }
    }

    static Object enterBlock(Object wanted) {
        synchronized (A) {
            synchronized (wanted) {
                return wanted;
            }
        }
    }

    Object waitPlain() throws InterruptedException {
        synchronized (lock) {
            lock.wait(15);
        }
        return null;
    }

    Object waitTwice() throws InterruptedException {
        synchronized (lock) {
            return waitPlain();
        }
    }

    static Object waitNew() throws InterruptedException {
        Object outer = new Object();
        Object inner = new Object();
        synchronized (outer) {
            synchronized (inner) {
                inner.wait(15);
            }
        }
        return null;
    }

    Object waitAlias() throws InterruptedException {
        Object alias = lock;
        synchronized (A) {
            synchronized (alias) {
                lock.wait(15);
            }
        }
        return null;
    }

    Object waitOnArgument() throws InterruptedException {
        synchronized (A) {
            synchronized (lock) {
                return waitOn(1L, lock);
            }
        }
    }

    static Object waitOn(long before, Object what) throws InterruptedException {
        what.wait(15);
        return null;
    }

    static Object waitOnSameThis(Box box) throws InterruptedException {
        synchronized (A) {
            synchronized (box) {
                return box.await();
            }
        }
    }

    static Object waitStatic() throws InterruptedException {
        synchronized (A) {
            synchronized (B) {
                B.wait(15);
            }
        }
        return null;
    }

    Object waitOtherField() throws InterruptedException {
        synchronized (other) {
            return waitPlain();
        }
    }

    static Object waitFieldOfOther(KnownHolders one, KnownHolders two) throws InterruptedException {
        KnownHolders fresh = new KnownHolders();
        synchronized (one.lock) {
            return fresh.waitPlain();
        }
    }

    synchronized Object waitClass() throws InterruptedException {
        return waitOnClass();
    }

    static synchronized Object waitOnClass() throws InterruptedException {
        KnownHolders.class.wait(15);
        return null;
    }

    synchronized Object waitOtherType() throws InterruptedException {
        return box.await();
    }

    static Object waitOnOne(Object one, Object two) throws InterruptedException {
        synchronized (one) {
            synchronized (two) {
                two.wait(15);
            }
        }
        return null;
    }

    Object waitRewritten() throws InterruptedException {
        synchronized (changing) {
            synchronized (other) {
                changing = other;
                changing.wait(15);
            }
        }
        return null;
    }

    Object waitInLambda() throws Exception {
        synchronized (lock) {
            Callable<Object> body = () -> {
                lock.wait(15);
                return null;
            };
            return body.call();
        }
    }

    Object waitInLambdaOfTwo() throws Exception {
        synchronized (A) {
            synchronized (lock) {
                Callable<Object> body = () -> {
                    lock.wait(15);
                    return null;
                };
                return body.call();
            }
        }
    }

    Object waitReadAgain() throws InterruptedException {
        synchronized (A) {
            synchronized (changing) {
                changing.wait(15);
            }
        }
        return null;
    }

    synchronized Object waitOfOtherClass() throws InterruptedException {
        Object text = changing;
        synchronized (text) {
            text.wait(15);
        }
        return null;
    }

    static Box box(KnownHolders of) {
        return of.box;
    }

    static class Box {
        synchronized Object outer(Box wanted) {
            return wanted.inner();
        }

        synchronized Object inner() {
            return null;
        }

        synchronized Object waits(Box on) throws InterruptedException {
            return on.await();
        }

        synchronized Object waitsOn(Object what) throws InterruptedException {
            synchronized (what) {
                what.wait(15);
            }
            return null;
        }

        synchronized Object await() throws InterruptedException {
            wait(15);
            return null;
        }
    }

    static class Sub extends Box {
        @Override
        synchronized Object await() throws InterruptedException {
            return super.await();
        }
    }
}
