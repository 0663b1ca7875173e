package org.acme.util;

import java.util.concurrent.ConcurrentHashMap;
import org.postgresql.core.v3.QueryExecutorImpl;

/** A jar that can be a library, and can be a module of the application. */
public final class Pool {

    private static final ConcurrentHashMap<String, String> CACHE = new ConcurrentHashMap<>();

    private Pool() {}

    public static synchronized void get() {
        pause();
    }

    public static synchronized void call(QueryExecutorImpl driver) {
        driver.visit(Pool::pause);
    }

    public static String cached(String name) {
        return CACHE.computeIfAbsent(name, Pool::load);
    }

    public static void await(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String load(String name) {
        pause();
        return name;
    }

    private static void pause() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
