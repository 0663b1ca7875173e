package com.github.benmanes.caffeine.cache;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** Is in a package of Caffeine, and loads as that does: below a method of a ConcurrentHashMap. */
public final class LoadingCache {

    private final ConcurrentHashMap<String, String> data = new ConcurrentHashMap<>();

    public String get(String key, UnaryOperator<String> loader) {
        return data.compute(key, (name, old) -> old == null ? loader.apply(name) : old);
    }
}
